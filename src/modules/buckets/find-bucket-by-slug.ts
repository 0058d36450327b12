import type { Db } from '../../db/database.ts'

/** Returns the bucket with a slug, or undefined. */
export function findBucketBySlug(db: Db, organizationId: number, slug: string) {
  return db
    .selectFrom('buckets')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()
}
