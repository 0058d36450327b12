import type { Db } from '../../db/database.ts'
import { invalidParam } from '../../lib/errors.ts'

/**
 * Throws unless the organization has a status with each slug.
 * @throws AppError INVALID_PARAM on `statuses`
 */
export async function assertStatusSlugs(db: Db, organizationId: number, slugs: string[]): Promise<void> {
  const rows = await db
    .selectFrom('statuses')
    .select('slug')
    .where('organizationId', '=', organizationId)
    .execute()
  const known = new Set(rows.map(({ slug }) => slug))
  if (!slugs.every((slug) => known.has(slug)))
    throw invalidParam('statuses', 'is not a status of this organization')
}
