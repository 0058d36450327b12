import { useAction } from '../../live/use-action.ts'
import texts from '../../messages/en/import-run.json'
import importTexts from '../../messages/en/imports.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { CountsTable } from './counts-table.tsx'
import styles from './imports.module.css'
import { PAUSE_IMPORT, RESUME_IMPORT } from './run-actions.ts'
import type { ImportRun } from './run-documents.ts'
import { UndoImport } from './undo-import.tsx'

const t = messagesOf(texts)
const imports = messagesOf(importTexts)
const NUMBER = new Intl.NumberFormat(LOCALE)

/** An import that is written: how far it is, and the buttons that pause and continue it. */
export function RunProgress({ run }: { run: ImportRun }) {
  const { state, reason, progress, counts } = run
  const isStopped = state === 'PAUSED' || state === 'FAILED'
  return (
    <div className={styles.progress}>
      <progress
        aria-label={t('progress.bar')}
        {...(progress && { max: progress.total, value: progress.done })}
      />
      <Figures progress={progress} isWorking={state === 'RUNNING'} />
      {isStopped && <p role="status">{t(state === 'PAUSED' ? 'paused' : 'runFailed')}</p>}
      {state === 'UNDOING' && <p role="status">{t('undoing')}</p>}
      {isStopped && reason !== null && (
        <p role="alert" className={styles.problem}>
          {t('reason', { reason })}
        </p>
      )}
      <Buttons run={run} />
      {isStopped && <UndoImport id={run.id} />}
      {counts.length > 0 && <CountsTable counts={counts} />}
    </div>
  )
}

function Figures({ progress, isWorking }: { progress: ImportRun['progress']; isWorking: boolean }) {
  if (!progress) return <p className={styles.figures}>{isWorking && t('progress.none')}</p>
  const { phase, done, total, rate, secondsLeft } = progress
  return (
    <p className={styles.figures}>
      <b>{t('progress.of', { done: NUMBER.format(done), total: NUMBER.format(total) })}</b>
      <span>{t('progress.phase', { phase: phase.toLowerCase().replaceAll('_', ' ') })}</span>
      {isWorking && rate > 0 && <span>{t('progress.rate', { rate: NUMBER.format(rate) })}</span>}
      {isWorking && secondsLeft !== null && <span>{t('progress.left', { seconds: secondsLeft })}</span>}
    </p>
  )
}

function Buttons({ run: { id, state } }: { run: ImportRun }) {
  const pause = useAction(PAUSE_IMPORT)
  const resume = useAction(RESUME_IMPORT)
  const reasons = [pause, resume].map(({ problem, errors }) => problem ?? Object.values(errors)[0])
  const refusal = reasons.find((reason) => reason != null)
  return (
    <>
      <p className={styles.buttons}>
        {state === 'RUNNING' && (
          <Button aria-busy={pause.isRunning} onClick={() => void pause.run({ id })}>
            {imports('pause')}
          </Button>
        )}
        {(state === 'PAUSED' || state === 'FAILED') && (
          <Button look="main" aria-busy={resume.isRunning} onClick={() => void resume.run({ id })}>
            {imports('resume')}
          </Button>
        )}
      </p>
      {refusal !== undefined && (
        <p role="alert" className={styles.problem}>
          {refusal}
        </p>
      )}
    </>
  )
}
