import { useId } from 'react'
import eventTexts from '../../messages/en/events.json'
import texts from '../../messages/en/webhooks.json'
import { messagesOf } from '../../messages.ts'
import { TextField } from '../../ui/field.tsx'
import { Json } from '../../ui/json.tsx'
import styles from './document.module.css'
import type { PreviewState } from './use-preview.ts'

const t = messagesOf(texts)
const e = messagesOf(eventTexts)

/** The body of a past event with the document, beside the built-in one. */
export function Preview({ preview, isOwn }: { preview: PreviewState; isOwn: boolean }) {
  const { events, eventId, choose, own, builtIn, isReading, refusal } = preview
  const list = useId()
  const isUnknown = !isReading && refusal === null && builtIn === null
  return (
    <div className={styles.preview}>
      <TextField
        label={t('doc.event')}
        hint={t('doc.eventHint')}
        error={isUnknown && eventId !== '' ? t('doc.noEvent') : undefined}
        list={list}
        value={eventId}
        onChange={({ target }) => choose(target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <datalist id={list}>
        {events.map(({ id, type, createdAt }) => (
          <option key={id} value={id}>
            {e(type)}, {new Date(createdAt).toLocaleString()}
          </option>
        ))}
      </datalist>
      {events.length === 0 && <p className={styles.quiet}>{t('doc.noEvents')}</p>}
      <div className={styles.bodies} data-two={isOwn || undefined}>
        {isOwn && (
          <section>
            <h2>{t('doc.ownBody')}</h2>
            {own !== null && refusal === null && <Json text={own} name={t('doc.ownBody')} />}
            {refusal !== null && <p className={styles.quiet}>{t('doc.refused')}</p>}
          </section>
        )}
        <section>
          <h2>{t('doc.builtInBody')}</h2>
          {builtIn !== null && <Json text={builtIn} name={t('doc.builtInBody')} />}
        </section>
      </div>
    </div>
  )
}
