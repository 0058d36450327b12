import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { executeParts, type Part } from '../../db/sharding/parts.ts'
import type { Post } from '../../db/rows.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import { uniqueSlug } from '../../db/writes/unique-slug.ts'
import type { Actor } from '../../events/actor.ts'
import { insertEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { requiredText } from '../../lib/text/fields.ts'
import { markedText } from '../../lib/rich-text/rich-text.ts'
import { slugify } from '../../lib/text/slug.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { attachingUploads } from '../uploads/attach-uploads.ts'
import type { StatusKey } from './find-status.ts'
import { lockNewPostRelations } from './lock-new-post-relations.ts'
import type { PostSnapshot } from './post-snapshot.ts'
import { eventsOfNewPost } from './record-post-events.ts'

type NewPost = {
  title: string
  /** Plain text or HTML. */
  description?: string | null | undefined
  /** Null selects the organization's first public bucket. */
  bucketId?: number | null | undefined
  status?: StatusKey | null | undefined
  tagIds?: number[] | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  submitterId: number
  actor: Actor
  /** Whether private buckets may be chosen. */
  privateBuckets: boolean
  /** Whether it waits for approval in every bucket. */
  waits?: boolean
}

/**
 * Creates a post with the up-vote and subscription of its submitter. A customer's post in a moderated bucket
 * starts as pending (contract 3). Records the event. Returns the row with its bucket, status and tags.
 * @throws AppError MISSING_PARAM without a title, UNPROCESSABLE for an unknown bucket, status or tag, or a
 * description that is too long
 */
export async function createPost(
  tx: Transaction,
  organizationId: number,
  input: NewPost,
): Promise<PostSnapshot> {
  const title = requiredText('title', input.title)
  const { html, text, preview } = markedText('description', input.description ?? '')
  const { submitter, ...relations } = await lockNewPostRelations(tx, organizationId, input)
  const { id, bucket, status, tags } = relations
  const waits = input.waits || (bucket.requiresModeration && submitter.role === null)
  const at = now()
  const post = {
    organizationId,
    id,
    slug: slugify(title),
    title,
    descriptionHtml: html,
    description: text,
    preview,
    bucketId: bucket.id,
    statusId: status.id,
    submitterId: submitter.id,
    approvalStatus: input.approvalStatus ?? (waits ? 'pending' : 'approved'),
    private: bucket.private,
    hidden: false,
    pinned: false,
    votesCount: 1,
    downvotesCount: 0,
    importedVotes: 0,
    importedDownvotes: 0,
    commentsCount: 0,
    mergedIntoId: null,
    createdAt: at,
    updatedAt: at,
  } satisfies Post
  return storeWithFreeSlug(tx, input.actor, { ...post, bucket, status, tags })
}

/** Stores a post with its slug, or with the next free one if another post has it. Returns the post. */
async function storeWithFreeSlug(tx: Transaction, actor: Actor, post: PostSnapshot): Promise<PostSnapshot> {
  for (let { slug } = post; ; slug = await uniqueSlug(tx, 'posts', post.organizationId, post.title)) {
    const slugged = { ...post, slug }
    if (await store(tx, actor, slugged)) return slugged
  }
}

/**
 * Stores a post with the vote and subscription of its submitter, its tags, its document and its events, in one
 * statement. Waits for other transactions that store its slug. Returns false and stores nothing if it is taken.
 */
async function store(tx: Transaction, actor: Actor, snapshot: PostSnapshot): Promise<boolean> {
  const { bucket: _bucket, status: _status, tags, ...post } = snapshot
  const tagIds = tags.map(({ id }) => id)
  const searched = { id: post.id, title: post.title, body: post.description, tagIds }
  const inserted = tx
    .insertInto('posts')
    .values(post)
    .onConflict((conflict) => conflict.columns(['organizationId', 'slug']).doNothing())
    .returning(['organizationId', 'id', 'submitterId', 'createdAt'])
  const parts = [
    {
      name: 'post',
      query: sql`${inserted}`,
      columns: 'organization_id int, id int, submitter_id int, created_at timestamptz',
    },
    {
      name: 'vote',
      query: sql`insert into votes (organization_id, post_id, user_id, created_at, direction)
        select organization_id, id, submitter_id, created_at, 'up' from post`,
    },
    {
      name: 'subscriber',
      query: sql`insert into post_subscribers (organization_id, post_id, user_id, created_at)
        select organization_id, id, submitter_id, created_at from post`,
    },
    ...(tagIds.length > 0 ? [insertTags(tagIds)] : []),
    ...attachingUploads(post.organizationId, post.descriptionHtml),
    { name: 'document', query: insertDocuments('post', post.organizationId, [searched], 'post') },
    ...insertEvents(tx, eventsOfNewPost(actor, snapshot), 'post'),
  ]
  return (await executeParts(tx, parts, 'post')).length > 0
}

/** Returns the part of the statement that stores tags. Without it, the triggers of their table do not run. */
const insertTags = (tagIds: number[]): Part => ({
  name: 'tagged',
  query: sql`insert into post_tags (organization_id, post_id, tag_id)
    select organization_id, id, unnest(${tagIds}::int[]) from post`,
})
