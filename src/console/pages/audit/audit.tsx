import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { ForAdmins } from '../../app/for-admins.tsx'
import { PageHead } from '../../app/page-head.tsx'
import { useNames } from '../../live/use-names.ts'
import { usePages } from '../../live/use-pages.ts'
import { useRereads } from '../../live/use-rereads.ts'
import texts from '../../messages/en/audit.json'
import { messagesOf } from '../../messages.ts'
import { Empty } from '../../ui/empty.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import bar from '../events/event-log.module.css'
import { startOf } from '../events/periods.ts'
import { actionsOf } from './audit-actions.ts'
import { AUDIT_ENTRIES, type AuditEntry } from './audit-documents.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRow } from './audit-row.tsx'
import type { AuditChange, AuditSearch } from './audit-search.ts'
import styles from './audit.module.css'

const t = messagesOf(texts)
const select = ({ auditEntries }: ResultOf<typeof AUDIT_ENTRIES>) => auditEntries
const never = () => false
/** Milliseconds between two reads. Most actions cause no event. */
const INTERVAL_MS = 10_000

/** Actions on settings, team, keys, webhooks and apps, with their filter in the address. */
export function Audit() {
  return (
    <ForAdmins title={t('title')}>
      <PageHead title={t('title')} />
      <Entries />
    </ForAdmins>
  )
}

function Entries() {
  const search = useSearch({ from: '/$organization/developers/audit' })
  const navigate = useNavigate({ from: '/$organization/developers/audit' })
  const filter = useFilter(search)
  const { nodes, error, refresh, ...more } = usePages(AUDIT_ENTRIES, filter, select)
  useRereads({ read: refresh, changesWith: never, everyMs: INTERVAL_MS })
  const change = (changed: AuditChange) =>
    void navigate({ search: (before) => ({ ...before, ...changed }) as AuditSearch })
  const names = useNames((nodes ?? []).flatMap(idsIn))
  const message = error?.graphQLErrors[0]?.message
  return (
    <>
      <p className={styles.intro}>{t('intro')}</p>
      <div className={bar.bar}>
        <AuditFilters search={search} onChange={change} />
      </div>
      {!nodes && !error && <Skeleton rows={10} />}
      {error && !nodes && (
        <p role="alert" className={bar.problem}>
          {message ?? t('failed')}
        </p>
      )}
      {nodes?.length === 0 && <Empty title={t('emptyTitle')} text={t('empty')} />}
      {nodes && nodes.length > 0 && (
        <ol className={styles.entries} aria-label={t('list')}>
          {nodes.map((entry) => (
            <AuditRow key={entry.id} entry={entry} names={names} onChange={change} />
          ))}
        </ol>
      )}
      <LoadMore {...more} />
    </>
  )
}

/** Ids of the objects of an entry. */
const idsIn = ({ subjectId, details }: AuditEntry) =>
  [subjectId, details.installId].filter((id) => id !== null)

/** The filter of the operation. A period starts when it is chosen. */
function useFilter({ actions, actor, subject, client, since }: AuditSearch) {
  return useMemo(() => {
    const from = startOf(since)
    return {
      filter: {
        ...(actions && { actions: actionsOf(actions) }),
        ...(actor && { actorId: actor }),
        ...(subject && { subjectId: subject }),
        ...(client && { clientId: client }),
        ...(from && { from }),
      },
    }
  }, [actions, actor, subject, client, since])
}
