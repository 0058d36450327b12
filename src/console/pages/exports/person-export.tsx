import { DownloadIcon } from '@primer/octicons-react'
import { useCallback, useState } from 'react'
import { useQuery } from 'urql'
import { useActionOnce } from '../../live/use-action.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/person-data.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import button from '../../ui/button.module.css'
import { Button } from '../../ui/button.tsx'
import { EXPORT_PERSON, PERSON_EXPORT } from './person-documents.ts'
import styles from './person-export.module.css'

const t = messagesOf(texts)
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const never = () => false
/** Milliseconds between two reads. Exports cause no events. */
const INTERVAL_MS = 2_000

type PersonExportProps = {
  /** Id of the person. Null for that of the session. */
  userId: string | null
}

/** Button that exports the data of a person, and the file when it is written. */
export function PersonExport({ userId }: PersonExportProps) {
  const { run, isRunning, problem, errors } = useActionOnce(EXPORT_PERSON)
  const [exportId, setExportId] = useState<string | null>(null)
  const refusal = problem ?? Object.values(errors)[0]
  const start = async () => {
    const started = await run({ person: userId === null ? null : { id: userId } })
    if (started?.exportRun) setExportId(started.exportRun.id)
  }
  return (
    <div className={styles.export}>
      <Button aria-busy={isRunning} onClick={() => void start()}>
        {t(userId === null ? 'export.own' : 'export')}
      </Button>
      {refusal !== undefined && <p role="alert">{refusal}</p>}
      {exportId !== null && <Progress key={exportId} id={exportId} />}
    </div>
  )
}

/** State of an export, which is read until its file is written. */
function Progress({ id }: { id: string }) {
  const [{ data }, execute] = useQuery({ query: PERSON_EXPORT, variables: { id } })
  const read = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute])
  const run = data?.exportRun
  const isOver = run?.state === 'DONE' || run?.state === 'FAILED'
  useRereads({ read, changesWith: never, everyMs: isOver ? undefined : INTERVAL_MS })
  if (run?.state === 'FAILED') return <p role="alert">{t('export.failed', { reason: run.reason ?? '' })}</p>
  const file = run?.download
  return (
    <div role="status">
      {file ? (
        <>
          <a href={file.url} download={file.name} className={button.button}>
            <DownloadIcon size={16} /> <span>{t('export.download', { name: file.name })}</span>
          </a>
          <p>{t('export.expires', { date: MOMENT.format(new Date(file.expiresAt)) })}</p>
        </>
      ) : (
        <p>{t('export.waiting')}</p>
      )}
    </div>
  )
}
