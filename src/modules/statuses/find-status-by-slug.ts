import type { Db } from '../../db/database.ts'

/** Returns the status with a slug, or undefined. */
export function findStatusBySlug(db: Db, organizationId: number, slug: string) {
  return db
    .selectFrom('statuses')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()
}
