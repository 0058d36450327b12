import texts from '../../messages/en/changelog.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './entry.module.css'
import type { Draft } from './use-draft.ts'
import { clock } from './words.ts'

const t = messagesOf(texts)

/** Whether the text is saved. A published text is saved by a button, because people read it at once. */
export function SaveState({ draft, isPublished }: { draft: Draft; isPublished: boolean }) {
  const { state, savedAt, save, theirs, mine } = draft
  if (state === 'conflict')
    return (
      <div className={styles.conflict} role="alert">
        <span>{t('conflict')}</span>
        <Button onClick={theirs}>{t('conflict.theirs')}</Button>
        <Button onClick={() => void mine()}>{t('conflict.mine')}</Button>
      </div>
    )
  return (
    <>
      <span className={styles.saved} role="status">
        {state === 'saving' && t('saving')}
        {state === 'changed' && t('unsaved')}
        {state === 'clean' && savedAt && t('saved', { at: clock(savedAt) })}
      </span>
      {isPublished && state === 'changed' && (
        <Button look="main" onClick={() => void save()}>
          {t('save')}
        </Button>
      )}
    </>
  )
}
