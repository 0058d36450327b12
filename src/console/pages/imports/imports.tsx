import { PlusIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import { ForAdmins } from '../../app/for-admins.tsx'
import { SettingsPage } from '../../app/settings-page.tsx'
import type { ResultOf } from '../../graphql.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import sourceTexts from '../../messages/en/import-sources.json'
import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import button from '../../ui/button.module.css'
import { Empty } from '../../ui/empty.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { ListState } from '../../ui/list-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Time } from '../../ui/time.tsx'
import { IMPORT_RUNS, type RunRow } from './run-documents.ts'
import { StateBadge } from './state-badge.tsx'

const t = messagesOf(texts)
const source = messagesOf(sourceTexts)
const NO_VARIABLES = {}
const select = ({ importRuns }: ResultOf<typeof IMPORT_RUNS>) => importRuns
const never = () => false
/** Milliseconds between two reads. Imports cause no events. */
const INTERVAL_MS = 5_000

/** Imports of the organization. */
export function Imports() {
  return (
    <ForAdmins title={t('title')}>
      <SettingsPage page="imports" intro={t('intro')} tools={<NewLink />}>
        <List />
      </SettingsPage>
    </ForAdmins>
  )
}

function NewLink() {
  return (
    <Link
      from="/$organization"
      to="/$organization/imports/new"
      className={`${button.button ?? ''} ${button.main ?? ''}`}
    >
      <PlusIcon size={16} /> {t('new')}
    </Link>
  )
}

function List() {
  const { nodes, error, refresh, ...more } = usePages(IMPORT_RUNS, NO_VARIABLES, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  return (
    <>
      <ListState isRead={Boolean(nodes)} isFailed={Boolean(error)} rows={4} />
      {nodes?.length === 0 && <Empty title={t('empty.title')} text={t('empty.text')} />}
      {nodes && nodes.length > 0 && (
        <ul aria-label={t('list')}>
          {nodes.map((run) => (
            <li key={run.id}>
              <RunLine run={run} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore {...more} />
    </>
  )
}

function RunLine({ run }: { run: RunRow }) {
  const name = source(run.source)
  return (
    <ListRow
      title={
        <Link from="/$organization" to="/$organization/imports/$run" params={{ run: run.id }}>
          {run.fileName === null ? name : `${name} · ${run.fileName}`}
        </Link>
      }
      marks={
        <>
          <StateBadge state={run.state} />
          {run.errorsCount > 0 && <Badge tone="warn">{t('row.errors', { count: run.errorsCount })}</Badge>}
        </>
      }
      detail={figuresOf(run)}
      aside={<Time at={run.createdAt} />}
    />
  )
}

/** Numbers of an import: those that it has stored, or that are planned. */
function figuresOf({ counts, planned }: RunRow): string | null {
  const stored = (kind: string, of: RunRow['counts'] = counts) => {
    const found = of.find((one) => one.kind === kind)
    return (found?.created ?? 0) + (found?.updated ?? 0)
  }
  if (counts.length > 0)
    return t('row.stored', {
      posts: stored('POST'),
      votes: stored('VOTE'),
      comments: stored('COMMENT'),
    })
  return planned.length > 0 ? t('row.planned', { posts: stored('POST', planned) }) : null
}
