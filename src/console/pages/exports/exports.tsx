import { ForAdmins } from '../../app/for-admins.tsx'
import { Section, SettingsPage } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/exports.json'
import { messagesOf } from '../../messages.ts'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { EXPORT_RUNS } from './export-documents.ts'
import { ExportLine } from './export-line.tsx'
import { NewExport } from './new-export.tsx'

const t = messagesOf(texts)
const NO_VARIABLES = {}
const select = ({ exportRuns }: ResultOf<typeof EXPORT_RUNS>) => exportRuns
const never = () => false
/** Milliseconds between two reads. Exports cause no events. */
const INTERVAL_MS = 3_000

/** Exports of the organization: start one, and download its file. */
export function Exports() {
  return (
    <ForAdmins title={t('title')}>
      <SettingsPage page="exports" intro={t('intro')}>
        <Parts />
      </SettingsPage>
    </ForAdmins>
  )
}

function Parts() {
  const { nodes, error, refresh, ...more } = usePages(EXPORT_RUNS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <>
      <Section title={t('new')} text={t('new.text')}>
        <NewExport onStarted={refresh} />
      </Section>
      <Section title={t('list')} text={t('list.text')}>
        <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={3} />
        {nodes?.length === 0 && <p>{t('empty')}</p>}
        {nodes && nodes.length > 0 && (
          <ul aria-label={t('list')}>
            {nodes.map((run) => (
              <li key={run.id}>
                <ExportLine run={run} />
              </li>
            ))}
          </ul>
        )}
        <LoadMore {...more} />
      </Section>
    </>
  )
}
