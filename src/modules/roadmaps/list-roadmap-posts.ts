import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { OrderColumn, Page, PageRequest } from '../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'
import { readPairs, type Pair } from '../../db/lists/read-pairs.ts'
import { Parameters } from '../../db/lists/parameters.ts'
import { listedPosts, type ListedPosts } from '../posts/visible-posts-sql.ts'

/** A post on a roadmap, with its position and scoring inputs. */
export type RoadmapPostRow = {
  roadmapId: number
  postId: number
  position: number
  reach: number | null
  impact: number | null
  confidence: number | null
  effort: number | null
  ease: number | null
  /** Day such as `2026-11-21`. */
  plannedFor: string | null
}

/** Page of the posts of each roadmap, and its viewer. */
export type RoadmapPostsRequest = ListedPosts & {
  page: PageRequest
  viewer: Viewer
}

const BY_POSITION: OrderColumn<RoadmapPostRow>[] = [
  { column: 'rp.position', descending: false, type: 'int', value: ({ position }) => position },
  { column: 'rp.post_id', descending: false, type: 'int', value: ({ postId }) => postId },
]

const COLUMNS = `rp.roadmap_id as "roadmapId", rp.post_id as "postId", rp.position,
  rp.reach, rp.impact, rp.confidence, rp.effort, rp.ease, rp.planned_for as "plannedFor"`

/**
 * Returns the same page of posts for several roadmaps in one statement. Each page has the id of its roadmap.
 * Hidden and merged posts are excluded. Outside the team, it contains posts in public buckets that are
 * approved or the viewer's own.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export async function listRoadmapPosts(
  db: Db,
  organizationId: number,
  roadmapIds: readonly number[],
  { page, viewer, includePrivate }: RoadmapPostsRequest,
): Promise<{ id: number; page: Page<RoadmapPostRow> }[]> {
  const parameters = new Parameters(organizationId)
  const conditions = [
    'rp.organization_id = $1',
    'rp.roadmap_id = wanted.id',
    'p.merged_into_id is null',
    'not p.hidden',
    ...listedPosts(viewer, parameters, { includePrivate }),
  ]
  const list = {
    alias: 'rp',
    from: 'roadmap_posts rp join posts p on p.organization_id = rp.organization_id and p.id = rp.post_id',
    conditions,
    values: parameters.values,
    order: BY_POSITION,
    columns: () => COLUMNS,
  }
  return readPagesOfParents(db, roadmapIds, list, page)
}

/** Returns the rows of given posts on given roadmaps, in one statement. */
export const readRoadmapPosts = (db: Db, organizationId: number, pairs: readonly Pair[]) =>
  readPairs<RoadmapPostRow>(db, organizationId, pairs, {
    from: 'roadmap_posts rp',
    alias: 'rp',
    key: ['roadmap_id', 'post_id'],
    columns: COLUMNS,
  })
