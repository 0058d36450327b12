import { postDraft, titleAndText } from '../../drafts.ts'
import type { Found } from '../../lists.ts'
import type { PostRecord, RoadmapPostRecord, RoadmapRecord } from '../../records.ts'
import type { Row } from '../../sources/row.ts'

/** External id of the one roadmap. */
const ROADMAP = 'roadmap'

/** The roadmap of posts in statuses that are shown in it. Its columns are the statuses. */
export const roadmapRecord = ({ origin }: Pick<PostRecord, 'origin'>): RoadmapRecord => ({
  type: 'roadmap',
  externalId: ROADMAP,
  origin,
  title: 'Roadmap',
  isPublic: true,
  kanbanByStatus: true,
})

/** A post on the roadmap. */
export const roadmapPost = ({ externalId, origin }: PostRecord): RoadmapPostRecord => ({
  type: 'roadmapPost',
  externalId,
  origin,
  roadmap: ROADMAP,
  post: externalId,
})

/** Approval of a post: a number in the tables, a word in the API. A rejected post is hidden and pending. */
export function approvalOf(row: Row): Pick<PostRecord, 'approval' | 'hidden'> {
  const value = row.word('approval_status')
  if (value === undefined || value === '0' || value === 'approved')
    return { approval: 'approved', hidden: false }
  if (value === '1' || value === 'pending') return { approval: 'pending', hidden: false }
  if (value === '2' || value === 'rejected') return { approval: 'pending', hidden: true }
  row.refuse('approval_status', value, 'is not a status of approval')
  return { approval: 'pending', hidden: true }
}

/** A post of a table or of the API. */
export function postOf(row: Row, rest: Partial<PostRecord>): PostRecord {
  const [id, slug] = [row.id(), row.word('slug')]
  return postDraft(row, id, {
    ...titleAndText(row, 'title', { markdown: row.text('description') ?? '' }),
    ...rest,
    slug,
    paths: slug === undefined ? [] : [`/posts/${slug}`],
    createdAt: row.moment('created_at'),
    updatedAt: row.moment('updated_at'),
  })
}

/** A vote of the table `likes`. */
export function toLike(row: Row): Found {
  const [externalId, post, person, createdAt] = [
    row.id(),
    row.id('post_id'),
    row.id('user_id'),
    row.moment('created_at'),
  ]
  return {
    records: [{ type: 'vote', externalId, origin: row.origin, post, person, direction: 'up', createdAt }],
  }
}

/** A subscriber of the table `follows`. */
export function toFollow(row: Row): Found {
  const [externalId, post, person, createdAt] = [
    row.id(),
    row.id('post_id'),
    row.id('user_id'),
    row.moment('created_at'),
  ]
  return { records: [{ type: 'subscription', externalId, origin: row.origin, post, person, createdAt }] }
}
