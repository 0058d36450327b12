import { sql } from 'kysely'
import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { unprocessable } from '../../lib/errors.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { attachUploads } from '../uploads/attach-uploads.ts'
import { setTags } from '../tags/set-tags.ts'
import { changeOwnColumns, effectOf, ownColumns, searchedRow, type OwnChanges } from './change-own-columns.ts'
import { findStatus, type StatusKey } from './find-status.ts'
import { lockPost } from './lock-post.ts'
import type { PostRow } from './post-row.ts'
import { bucketJson, postRelations, statusJson } from './post-relations.ts'
import { revived, toPostRow } from './post-snapshot.ts'
import { recordPostChanges } from './record-post-events.ts'
import { withPost } from './with-post.ts'

type PostChanges = OwnChanges & {
  bucketId?: number | null | undefined
  status?: StatusKey | null | undefined
  tagIds?: number[] | null | undefined
}

const isOwn = ({ bucketId, status, tagIds }: PostChanges) =>
  bucketId == null && status == null && tagIds == null

/**
 * Updates a post; its slug is unchanged. In a moderated bucket, a customer's new text needs approval again. A
 * change without effect leaves the row untouched, including `updatedAt`; any other is recorded. Returns the
 * row, with its bucket, status and tags if it changed. Outside of a transaction, a change of own columns takes two
 * statements, unless another transaction changes the post at once.
 * @throws AppError NOT_FOUND, UNPROCESSABLE for an unknown bucket, status or tag, CONFLICT if the post was
 * updated after `ifUnchangedSince`
 */
export function updatePost(
  db: Db,
  organizationId: number,
  id: number,
  changes: PostChanges,
): Promise<PostRow> {
  if (isOwn(changes))
    return withPost(db, { organizationId, id }, (connection, read) =>
      changeOwnColumns(connection, read, changes),
    )
  return inTransaction(db, (tx) => changeRelations(tx, organizationId, id, changes))
}

/** Updates a post as `updatePost`, also its bucket, status and tags. */
async function changeRelations(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: PostChanges,
): Promise<PostRow> {
  const before = await lockPost(tx, organizationId, id)
  changes.assertEditable?.(before)
  assertUnchanged(before, changes.ifUnchangedSince)
  const columns = { ...ownColumns(changes), ...(await relationsOf(tx, organizationId, changes)) }
  const retagged = changes.tagIds == null ? null : await setTags(tx, organizationId, id, changes.tagIds)
  const change = await effectOf(tx, before, { columns, asCustomer: changes.asCustomer })
  if (!change && !retagged) return before
  const isSearched = retagged !== null || change?.isReworded
  const searched = isSearched ? [searchedRow({ ...before, ...change?.next })] : []
  const { bucketBefore, statusBefore, ...row } = await tx
    .with('document', () => sql<{ id: number }>`(${insertDocuments('post', organizationId, searched)})`)
    .with('changed', (changed) =>
      changed
        .updateTable('posts')
        .set({ ...change?.next, updatedAt: timeOfUpdate(before) })
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .returningAll(),
    )
    .selectFrom('changed as posts')
    .selectAll('posts')
    .select(postRelations(organizationId))
    .select([
      bucketJson(organizationId, before.bucketId).as('bucketBefore'),
      statusJson(organizationId, before.statusId).as('statusBefore'),
    ])
    .executeTakeFirstOrThrow()
  await attachUploads(tx, organizationId, change?.next.descriptionHtml)
  const after = toPostRow(row)
  const tagsBefore = retagged?.before ?? after.tags
  const relationsBefore = { bucket: revived(bucketBefore), status: revived(statusBefore), tags: tagsBefore }
  await recordPostChanges(tx, changes.actor, [{ before: { ...before, ...relationsBefore }, after }])
  return after
}

/** Returns the columns of the requested bucket and status, which are locked. @throws AppError UNPROCESSABLE */
async function relationsOf(tx: Transaction, organizationId: number, { bucketId, status }: PostChanges) {
  return {
    ...(bucketId != null && (await toBucket(tx, organizationId, bucketId))),
    ...(status != null && { statusId: (await findStatus(tx, organizationId, status)).id }),
  }
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
