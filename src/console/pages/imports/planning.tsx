import { useAction } from '../../live/use-action.ts'
import runTexts from '../../messages/en/import-run.json'
import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './imports.module.css'
import { RESUME_IMPORT } from './run-actions.ts'
import type { ImportRun } from './run-documents.ts'

const t = messagesOf(texts)
const runText = messagesOf(runTexts)

/** An import whose source is read, or was not read. */
export function Planning({ run, onChange }: { run: ImportRun; onChange: () => void }) {
  const { run: resume, isRunning, problem, errors } = useAction(RESUME_IMPORT)
  if (run.state === 'PLANNING')
    return (
      <div className={styles.progress}>
        <progress aria-label={runText('progress.bar')} />
        <p role="status">{t('planning')}</p>
      </div>
    )
  const again = async () => {
    if (await resume({ id: run.id })) onChange()
  }
  const refusal = problem ?? Object.values(errors)[0]
  return (
    <div className={styles.progress}>
      <p>{t('planningFailed')}</p>
      {run.reason !== null && (
        <p role="alert" className={styles.problem}>
          {run.reason}
        </p>
      )}
      <p>
        <Button look="main" aria-busy={isRunning} onClick={() => void again()}>
          {t('readAgain')}
        </Button>
      </p>
      {refusal !== undefined && (
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      )}
    </div>
  )
}
