import type { Db } from '../../db/database.ts'

/** Returns all statuses of an organization in order, of which `createStatus` permits at most 100. */
export function listStatuses(db: Db, organizationId: number) {
  return db
    .selectFrom('statuses')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}
