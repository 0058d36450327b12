import type { Transaction } from '../../db/database.ts'
import { uniqueSlug } from '../../db/unique-slug.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import { now } from '../../lib/time/clock.ts'
import { requiredText } from '../../lib/fields.ts'
import { richText } from '../../lib/rich-text/rich-text.ts'
import { storeDocuments } from '../search/store-documents.ts'
import { defaultStatus } from '../statuses/default-status.ts'
import { setTags } from '../tags/set-tags.ts'
import { findBucketAndSubmitter } from './find-bucket-and-submitter.ts'
import { findStatus, type StatusKey } from './find-status.ts'
import { recordNewPost } from './record-post-events.ts'

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
  /** Whether private buckets may be chosen. */
  privateBuckets: boolean
}

/**
 * Creates a post with the up-vote and subscription of its submitter. A customer's post in a moderated bucket
 * starts as pending (contract 3). Records the event. Returns the row with its bucket, status and tags.
 * @throws AppError MISSING_PARAM without a title, UNPROCESSABLE for an unknown bucket, status or tag, or a
 * description that is too long
 */
export async function createPost(tx: Transaction, organizationId: number, input: NewPost) {
  const title = requiredText('title', input.title)
  const { html, text, preview } = richText('description', input.description ?? '')
  const { bucket, submitter } = await findBucketAndSubmitter(tx, organizationId, input)
  const status =
    input.status == null
      ? await defaultStatus(tx, organizationId)
      : await findStatus(tx, organizationId, input.status)
  const waits = bucket.requiresModeration && submitter.role === null
  const at = now()
  const row = await tx
    .insertInto('posts')
    .values({
      organizationId,
      slug: await uniqueSlug(tx, 'posts', organizationId, title),
      title,
      descriptionHtml: html,
      description: text,
      preview,
      bucketId: bucket.id,
      statusId: status.id,
      submitterId: submitter.id,
      private: bucket.private,
      approvalStatus: input.approvalStatus ?? (waits ? 'pending' : 'approved'),
      votesCount: 1,
      createdAt: at,
      updatedAt: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const key = { organizationId, postId: row.id, userId: submitter.id, createdAt: at }
  await tx
    .insertInto('votes')
    .values({ ...key, direction: 'up' })
    .execute()
  await tx.insertInto('postSubscribers').values(key).execute()
  await storeDocuments(tx, 'post', organizationId, [{ id: row.id, title, body: text }])
  const tagged = input.tagIds?.length ? await setTags(tx, organizationId, row.id, input.tagIds) : null
  const post = { ...row, bucket, status, tags: tagged?.after ?? [] }
  await recordNewPost(tx, post)
  return post
}
