import type { Db } from '../../db/database.ts'

/** All statuses of an organization in their order: at most `MOST_STATUSES`. */
export function listStatuses(db: Db, organizationId: number) {
  return db
    .selectFrom('statuses')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
