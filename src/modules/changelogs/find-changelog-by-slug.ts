import type { Db } from '../../db/database.ts'
import type { Changelog } from '../../db/rows.ts'
import { rowSelection } from '../../db/lists/long-texts.ts'

/** Returns the entry with a slug, or undefined. */
export function findChangelogBySlug(
  db: Db,
  organizationId: number,
  slug: string,
): Promise<Changelog | undefined> {
  return db
    .selectFrom('changelogs')
    .select(rowSelection('changelogs'))
    .where('organizationId', '=', organizationId)
    .where('slug', '=', slug)
    .$castTo<Changelog>()
    .executeTakeFirst()
}
