import { DownloadIcon } from '@primer/octicons-react'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import texts from '../../../messages/en/import.json'
import { LOCALE, messagesOf } from '../../../messages.ts'
import { Button } from '../../../ui/button.tsx'
import { downloadRefused } from './download-refused.ts'
import styles from './import.module.css'
import type { ImportFile } from './read-file.ts'
import type { ImportState, Refused, RunningImport } from './run-import.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE)
const MAX_SHOWN = 50

type ProgressProps = { running: RunningImport; file: ImportFile; onAgain: () => void }

/** Last step: how far the import is, and the rows that were refused. */
export function Progress({ running, file, onAgain }: ProgressProps) {
  const state = useSyncExternalStore(running.subscribe, running.state)
  const { phase, done, total, refused, problem } = state
  const isRunning = phase === 'running'
  useBlocker({
    shouldBlockFn: () => isRunning && !confirm(t('leave')),
    enableBeforeUnload: isRunning,
  })
  useEffect(() => running.pause, [running])
  return (
    <section className={styles.progress}>
      <progress max={total} value={done} aria-label={t('progress')} />
      <Figures state={state} />
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {t('failed', { problem })}
        </p>
      )}
      <footer className={styles.footer}>
        {isRunning && <Button onClick={running.pause}>{t('pause')}</Button>}
        {phase === 'paused' && (
          <Button look="main" onClick={() => void running.start()}>
            {t('continue')}
          </Button>
        )}
        {phase === 'done' && <Button onClick={onAgain}>{t('again')}</Button>}
        {refused.length > 0 && (
          <Button onClick={() => void downloadRefused(file, refused)}>
            <DownloadIcon size={16} /> {t('refused.download', { count: refused.length })}
          </Button>
        )}
      </footer>
      {refused.length > 0 && <RefusedRows refused={refused} />}
    </section>
  )
}

function Figures({ state: { phase, done, total, refused, spentMs } }: { state: ImportState }) {
  const left = done === 0 ? null : Math.ceil(((spentMs / done) * (total - done)) / 1000)
  const words = t('progress.of', { done: NUMBER.format(done), total: NUMBER.format(total) })
  return (
    <p className={styles.figures}>
      <b>{words}</b>
      <span>{t('progress.stored', { count: NUMBER.format(done - refused.length) })}</span>
      <span>{t('progress.refused', { count: NUMBER.format(refused.length) })}</span>
      {phase === 'running' && left !== null && <span>{t('progress.left', { seconds: left })}</span>}
      {phase === 'done' && <strong>{t('progress.done')}</strong>}
      {/* Only the end is announced. The bar has the progress for those who ask for it. */}
      <span className="hidden" role="status">
        {phase === 'running' ? '' : words}
      </span>
    </p>
  )
}

function RefusedRows({ refused }: { refused: readonly Refused[] }) {
  return (
    <>
      <h2>{t('refused.title')}</h2>
      <ul className={styles.refused}>
        {refused.slice(0, MAX_SHOWN).map(({ row, cells, reason }) => (
          <li key={row}>
            <span>{t('refused.row', { row: NUMBER.format(row) })}</span>
            <code>{cells.join(', ')}</code>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      {refused.length > MAX_SHOWN && (
        <p className={styles.quiet}>{t('refused.more', { count: refused.length - MAX_SHOWN })}</p>
      )}
    </>
  )
}
