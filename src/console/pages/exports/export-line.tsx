import { DownloadIcon } from '@primer/octicons-react'
import texts from '../../messages/en/exports.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { ListRow } from '../../ui/list-row.tsx'
import { Time } from '../../ui/time.tsx'
import type { ExportRun } from './export-documents.ts'

const t = messagesOf(texts)
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' })
const SIZE = new Intl.NumberFormat(LOCALE, {
  ...{ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 },
})
const TONES = { WAITING: 'quiet', RUNNING: 'quiet', DONE: 'good', FAILED: 'bad' } as const
const MEGABYTE = 1_000_000

/** An export with its options, and its file while it is kept. */
export function ExportLine({ run }: { run: ExportRun }) {
  const { state, reason, options, size, createdAt, download } = run
  return (
    <ListRow
      title={options === null ? t('kind.PERSON') : t(`form.${options.form}`)}
      marks={<Badge tone={TONES[state]}>{t(`state.${state}`)}</Badge>}
      detail={[
        ...(options === null ? [] : partsOf(options)),
        ...(size === null ? [] : [SIZE.format(size / MEGABYTE)]),
        endOf(run),
      ]
        .filter((part) => part !== null)
        .join(' · ')}
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

type Options = NonNullable<ExportRun['options']>

const partsOf = ({ withoutPersonalData, withEvents, withAudit }: Options): string[] => [
  ...(withoutPersonalData ? [t('withoutPeople')] : []),
  ...(withEvents ? [t('events')] : []),
  ...(withAudit ? [t('audit')] : []),
]

/** Until when the file is kept. */
function endOf({ state, expiresAt, download }: ExportRun): string | null {
  if (state !== 'DONE') return null
  return expiresAt === null || !download
    ? t('expired')
    : t('expires', { date: MOMENT.format(new Date(expiresAt)) })
}
