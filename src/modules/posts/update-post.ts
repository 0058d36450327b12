import { assertUnchanged } from '../../db/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable } from '../../lib/errors.ts'
import { requiredText } from '../../lib/fields.ts'
import { richText } from '../../lib/rich-text/rich-text.ts'
import { isModerated } from '../buckets/is-moderated.ts'
import { setTags } from '../tags/set-tags.ts'
import { findStatus, type StatusKey } from './find-status.ts'
import { lockPost } from './lock-post.ts'
import type { PostRow } from './post-row.ts'
import { bucketJson, POST_RELATIONS, statusJson } from './post-relations.ts'
import { revived, toPostRow } from './post-snapshot.ts'
import { recordPostChanges } from './record-post-events.ts'

/** Undefined or null fields are unchanged. */
type PostChanges = {
  actor: Actor
  /** Whether a customer makes the change. Their new text needs approval in a moderated bucket. */
  asCustomer?: boolean
  title?: string | null | undefined
  description?: string | null | undefined
  bucketId?: number | null | undefined
  status?: StatusKey | null | undefined
  tagIds?: number[] | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  hidden?: boolean | null | undefined
  pinned?: boolean | null | undefined
  /** Condition of the change. */
  ifUnchangedSince?: Date | null | undefined
}

/**
 * Updates a post; its slug is unchanged. In a moderated bucket, a customer's new text needs approval again. A
 * change without effect leaves the row untouched, including `updatedAt`; any other is recorded. Returns the
 * row, with its bucket, status and tags if it changed.
 * @throws AppError NOT_FOUND, UNPROCESSABLE for an unknown bucket, status or tag, CONFLICT if the post was
 * updated after `ifUnchangedSince`
 */
export async function updatePost(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: PostChanges,
): Promise<PostRow> {
  const before = await lockPost(tx, organizationId, id)
  assertUnchanged(before, changes.ifUnchangedSince)
  const asked = await columnsOf(tx, organizationId, changes)
  const retagged = changes.tagIds == null ? null : await setTags(tx, organizationId, id, changes.tagIds)
  const differs = (field: string) =>
    before[field as keyof typeof asked] !== asked[field as keyof typeof asked]
  const changed = Object.keys(asked).filter(differs)
  if (changed.length === 0 && !retagged) return before
  const reworded = changed.includes('title') || changed.includes('descriptionHtml')
  const waits = changes.asCustomer && reworded && (await isModerated(tx, organizationId, before.bucketId))
  const next = { ...asked, ...(waits && { approvalStatus: 'pending' as const }) }
  const { bucketBefore, statusBefore, ...row } = await tx
    .updateTable('posts')
    .set({ ...next, updatedAt: now() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .returning(POST_RELATIONS)
    .returning([
      bucketJson(before.bucketId).as('bucketBefore'),
      statusJson(before.statusId).as('statusBefore'),
    ])
    .executeTakeFirstOrThrow()
  const after = toPostRow(row)
  const relationsBefore = {
    bucket: revived(bucketBefore),
    status: revived(statusBefore),
    tags: retagged?.before ?? after.tags,
  }
  await recordPostChanges(tx, changes.actor, [{ before: { ...before, ...relationsBefore }, after }])
  return after
}

/** Returns the columns of the requested changes, with their values. */
async function columnsOf(tx: Transaction, organizationId: number, changes: PostChanges) {
  return {
    ...(changes.title != null && { title: requiredText('title', changes.title) }),
    ...(changes.description != null && describe(changes.description)),
    ...(changes.bucketId != null && (await toBucket(tx, organizationId, changes.bucketId))),
    ...(changes.status != null && { statusId: (await findStatus(tx, organizationId, changes.status)).id }),
    ...(changes.approvalStatus != null && { approvalStatus: changes.approvalStatus }),
    ...(changes.hidden != null && { hidden: changes.hidden }),
    ...(changes.pinned != null && { pinned: changes.pinned }),
  }
}

function describe(description: string) {
  const { html, text, preview } = richText('description', description)
  return { descriptionHtml: html, description: text, preview }
}

async function toBucket(tx: Transaction, organizationId: number, bucketId: number) {
  const bucket = await tx
    .selectFrom('buckets')
    .select('private')
    .where('organizationId', '=', organizationId)
    .where('id', '=', bucketId)
    .forShare()
    .executeTakeFirst()
  if (!bucket) throw unprocessable('bucketId', 'does not exist')
  return { bucketId, private: bucket.private }
}
