import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { AuditEntry } from '../../db/generated/tables.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/keyset.ts'

export type AuditEntryRow = Selectable<AuditEntry>

const NEWEST_FIRST: OrderColumn<AuditEntryRow>[] = [
  {
    column: 'created_at',
    descending: true,
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  { column: 'id', descending: true, type: 'int', value: ({ id }) => id },
]

/**
 * Returns one page of an organization's audit trail, newest first. A client id restricts it to one app.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listAuditEntries(
  db: Db,
  organizationId: number,
  { clientId, page }: { clientId?: string | null | undefined; page: PageRequest },
) {
  const query = db
    .selectFrom('auditEntries')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .$if(clientId != null, (entries) => entries.where('clientId', '=', clientId ?? ''))
  return readPage(db, query.$castTo<AuditEntryRow>(), NEWEST_FIRST, page)
}
