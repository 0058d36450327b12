import type { Db } from '../../db/database.ts'
import { COLUMNS } from '../../db/columns.ts'
import type { Roadmap } from '../../db/rows.ts'
import type { Page, PageRequest } from '../../db/lists/keyset.ts'
import { snakeCase } from '../../lib/text/case.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'
import { roadmapOrder } from './list-roadmaps.ts'

/** Page of the roadmaps of each post. `publicOnly` excludes roadmaps that only the team can see. */
export type RoadmapsOfPostsRequest = { page: PageRequest; publicOnly: boolean }

const SELECTION = COLUMNS.roadmaps.map((name) => `r.${snakeCase(name)} as "${name}"`).join(', ')

/**
 * Returns the same page of roadmaps for several posts, newest first, in one statement. Each page has the id
 * of its post.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export async function roadmapsOfPosts(
  db: Db,
  organizationId: number,
  postIds: readonly number[],
  { page, publicOnly }: RoadmapsOfPostsRequest,
): Promise<{ id: number; page: Page<Roadmap> }[]> {
  const list = {
    alias: 'r',
    from: 'roadmap_posts rp join roadmaps r on r.organization_id = rp.organization_id and r.id = rp.roadmap_id',
    conditions: ['rp.organization_id = $1', 'rp.post_id = wanted.id', ...(publicOnly ? ['r.is_public'] : [])],
    values: [organizationId],
    order: roadmapOrder(undefined, 'r'),
    columns: () => SELECTION,
  }
  return readPagesOfParents(db, postIds, list, page)
}
