import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Returns the query of the status with a slug or, if there is none, with that name in any case. */
export const statusBySlug = (db: Db, organizationId: number, slug: string) =>
  db
    .selectFrom('statuses')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(hasSlugOrName(slug))
    .orderBy(sql`slug = ${slug}::text`, 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(1)

/** Condition over `statuses`. The one with the slug precedes those with the name. */
export const hasSlugOrName = (slug: string) =>
  sql<boolean>`(slug = ${slug}::text or lower(name) = lower(${slug.normalize()}::text))`
