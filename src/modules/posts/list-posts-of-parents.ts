import type { Viewer } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import type { Post } from '../../db/rows.ts'
import { rowColumns } from '../../db/lists/long-texts.ts'
import type { Page, PageRequest } from '../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../db/lists/pages-of-parents.ts'
import { assertDateRange } from '../../lib/errors/date-range.ts'
import { queryParameter } from '../search/query-of-kind.ts'
import { foundOnceCondition } from '../search/search-list.ts'
import { ALL_POSTS, postConditions, type PostFilter } from './post-filter.ts'
import { postOrder, type PostOrder } from './post-order.ts'

/** Kind of object that has posts. */
export type PostParent = 'bucket' | 'status' | 'submitter' | 'tag'

/** Page of the posts of each object of one kind. */
export type PostsOfParentsRequest = {
  parent: PostParent
  filter: PostFilter
  viewer: Viewer
  order: PostOrder | null
  page: PageRequest
}

/** The columns of `post_tags` that lists filter and sort by, in the order of its indexes, with the rest of the post. */
const TAGGED_POSTS = `(select t.tag_id, t.organization_id, t.post_id as id, t.bucket_id, t.status_id, t.submitter_id,
    t.approval_status, t.private, t.hidden, t.merged_into_id, t.votes_count, t.created_at, t.updated_at,
    q.slug, q.title, q.description_html, q.description, q.preview, q.pinned, q.downvotes_count, q.comments_count,
    q.imported_votes, q.imported_downvotes
  from post_tags t join posts q on q.organization_id = t.organization_id and q.id = t.post_id) p`

/**
 * Returns the same page of posts for several objects, in one statement. Each page has the id of its object.
 * @throws AppError INVALID_PARAM as `listPosts`, and for an order by relevance
 */
export async function listPostsOfParents(
  db: Db,
  organizationId: number,
  parentIds: readonly number[],
  { parent, filter, viewer, order, page }: PostsOfParentsRequest,
): Promise<{ id: number; page: Page<Post> }[]> {
  assertDateRange(filter)
  const { conditions, parameters } = postConditions(organizationId, filter, viewer, { readsTags: false })
  const search = filter.search?.trim()
  if (search) {
    const parameter = parameters.add(queryParameter('post', 'filter.search', search) ?? '[]')
    conditions.push(foundOnceCondition('post', 'p', parameter))
  }
  const list = {
    alias: 'p',
    from: parent === 'tag' ? TAGGED_POSTS : ALL_POSTS,
    conditions: [...conditions, `p.${parent}_id = wanted.id`],
    values: parameters.values,
    order: postOrder(order),
    columns: (most: string) => rowColumns('posts', 'p', most),
  }
  return readPagesOfParents(db, parentIds, list, page)
}
