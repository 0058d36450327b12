import { useState } from 'react'
import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/import-run.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import styles from './imports.module.css'
import { UNDO_IMPORT } from './run-actions.ts'

const t = messagesOf(texts)

/** Button that undoes an import, after a question. */
export function UndoImport({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  const { run, problem, errors, reset } = useAction(UNDO_IMPORT)
  const undo = async () => {
    if (await run({ id })) setOpen(false)
  }
  const open = () => {
    reset()
    setOpen(true)
  }
  return (
    <p className={styles.buttons}>
      <Button onClick={open}>{t('undo')}</Button>
      <Confirm
        title={t('undo.title')}
        text={t('undo.text')}
        action={t('undo')}
        problem={problem ?? Object.values(errors)[0]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => void undo()}
      />
    </p>
  )
}
