import { DownloadIcon } from '@primer/octicons-react'
import texts from '../../messages/en/exports.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { ListRow } from '../../ui/list-row.tsx'
import { Time } from '../../ui/time.tsx'
import type { ExportRun } from './export-documents.ts'
import styles from './export-line.module.css'

const t = messagesOf(texts)
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const TONES = { WAITING: 'quiet', RUNNING: 'quiet', DONE: 'good', FAILED: 'bad' } as const

/** An export with its options, and its file while it is kept. */
export function ExportLine({ run }: { run: ExportRun }) {
  const { state, reason, options, createdAt, download } = run
  return (
    <ListRow
      title={options === null ? t('kind.PERSON') : t(`form.${options.form}`)}
      marks={<Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>}
      detail={<span className={styles.detail}>{detailOf(run)}</span>}
      aside={<Time at={createdAt} />}
      actions={
        download && (
          <a
            href={download.url}
            download={download.name}
            className={button.button}
            aria-label={t('download.of', { name: download.name })}
          >
            <DownloadIcon size={16} /> {t('download')}
          </a>
        )
      }
      problem={state === 'FAILED' && reason !== null ? t('reason', { reason }) : null}
    />
  )
}

/** Options of an export, the size of its file, and until when the file is kept. */
const detailOf = (run: ExportRun): string =>
  [...partsOf(run.options), ...(run.size === null ? [] : [sizeText(run.size)]), endOf(run)]
    .filter((part) => part !== null)
    .join(' · ')

/** Returns a size in kilobytes, or in megabytes from one on. */
function sizeText(bytes: number): string {
  const [unit, divisor, maximumFractionDigits] =
    bytes < 1_000_000 ? (['kilobyte', 1_000, 0] as const) : (['megabyte', 1_000_000, 1] as const)
  return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, maximumFractionDigits }).format(bytes / divisor)
}

const partsOf = (options: ExportRun['options']): string[] => [
  ...(options?.withoutPersonalData ? [t('withoutPeople')] : []),
  ...(options?.withEvents ? [t('events')] : []),
  ...(options?.withAudit ? [t('audit')] : []),
]

/** Until when the file is kept. */
function endOf({ state, expiresAt, download }: ExportRun): string | null {
  if (state !== 'DONE') return null
  return expiresAt === null || !download
    ? t('expired')
    : t('expires', { date: MOMENT.format(new Date(expiresAt)) })
}
