import type { Db } from '../../db/database.ts'

/** The status that new posts start in: the organization's first of kind `submitted`, else its first. */
export async function defaultStatusId(db: Db, organizationId: number): Promise<number> {
  const { id } = await db
    .selectFrom('statuses')
    .select('id')
    .where('organizationId', '=', organizationId)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
