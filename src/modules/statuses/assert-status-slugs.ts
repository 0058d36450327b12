import type { Db } from '../../db/database.ts'
import { containing, invalidParam } from '../../lib/errors.ts'

/**
 * Throws unless the organization has a status with each slug.
 * @throws AppError INVALID_PARAM on `filter.statuses`
 */
export async function assertStatusSlugs(db: Db, organizationId: number, slugs: string[]): Promise<void> {
  const rows = await db
    .selectFrom('statuses')
    .select('slug')
    .where('organizationId', '=', organizationId)
    .execute()
  const existing = new Set(rows.map(({ slug }) => slug))
  const unknown = slugs.find((slug) => !existing.has(slug))
  if (unknown !== undefined)
    throw invalidParam(
      'filter.statuses',
      'is not a status of this organization',
      containing(unknown, 'is not a status'),
    )
}
