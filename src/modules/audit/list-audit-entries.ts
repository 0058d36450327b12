import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { AuditEntry } from '../../db/rows.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/lists/keyset.ts'
import { assertDateRange } from '../../lib/errors/date-range.ts'
import type { AuditAction } from './actions.ts'
import type { AuditDetails, AuditSubject } from './record-audit-entry.ts'

export type AuditEntryRow = Omit<AuditEntry, 'details' | 'subjectType'> & {
  subjectType: AuditSubject['type'] | null
  details: AuditDetails
}

/** Conditions on audit entries. All apply. */
type AuditEntryFilter = {
  actions?: readonly AuditAction[] | null | undefined
  actorId?: number | null | undefined
  clientId?: string | null | undefined
  subject?: AuditSubject | null | undefined
  /** Earliest time. */
  from?: Date | null | undefined
  /** Time before which the entries were recorded. */
  to?: Date | null | undefined
}

/**
 * Returns one page of an organization's audit trail, by time.
 * @throws AppError INVALID_PARAM for invalid page arguments, an invalid cursor, or a time range that ends before it
 * starts
 */
export async function listAuditEntries(
  db: Db,
  organizationId: number,
  {
    filter: { actions, actorId, clientId, subject, from, to },
    descending,
    page,
  }: { filter: AuditEntryFilter; descending: boolean; page: PageRequest },
) {
  assertDateRange({ createdFrom: from, createdTo: to }, 'filter.from')
  const query = db
    .selectFrom('auditEntries')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(actions != null, (entries) => entries.where(isOneOf(actions ?? [])))
    .$if(actorId != null, (entries) => entries.where('actorId', '=', actorId ?? 0))
    .$if(clientId != null, (entries) => entries.where('clientId', '=', clientId ?? ''))
    .$if(subject != null, (entries) =>
      entries.where('subjectType', '=', subject?.type ?? '').where('subjectId', '=', subject?.id ?? 0),
    )
    .$if(from != null, (entries) => entries.where('createdAt', '>=', from ?? new Date(0)))
    .$if(to != null, (entries) => entries.where('createdAt', '<', to ?? new Date(0)))
  return readPage(db, query.$castTo<AuditEntryRow>(), byTime(descending), page)
}

/** Compares with a single value, so that an index that starts with the action supplies the order. */
const isOneOf = (actions: readonly AuditAction[]) =>
  actions.length === 1 ? sql<boolean>`act = ${actions[0]}` : sql<boolean>`act = any(${actions}::text[])`

const byTime = (descending: boolean): OrderColumn<AuditEntryRow>[] => [
  {
    column: 'created_at',
    descending,
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  { column: 'id', descending, type: 'int', value: ({ id }) => id },
]
