import type { Db } from '../../db/database.ts'

/** Returns the roadmap with a slug, or undefined. */
export function findRoadmapBySlug(db: Db, organizationId: number, slug: string) {
  return db
    .selectFrom('roadmaps')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()
}
