import { sql } from 'kysely'
import { assertUnchanged } from '../../db/assert-unchanged.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { inStatement, inTransaction } from '../../db/transaction.ts'
import { notFound, unprocessable } from '../../lib/errors.ts'
import { now } from '../../lib/time/clock.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { setTags } from '../tags/set-tags.ts'
import { changeOwnColumns, effectOf, ownColumns, searchedRow, type OwnChanges } from './change-own-columns.ts'
import { findStatus, type StatusKey } from './find-status.ts'
import { lockPost } from './lock-post.ts'
import type { PostRow } from './post-row.ts'
import { bucketJson, POST_RELATIONS, statusJson } from './post-relations.ts'
import { revived, toPostRow } from './post-snapshot.ts'
import { recordPostChanges } from './record-post-events.ts'

type PostChanges = OwnChanges & {
  bucketId?: number | null | undefined
  status?: StatusKey | null | undefined
  tagIds?: number[] | null | undefined
}

const isOwn = ({ bucketId, status, tagIds }: PostChanges) =>
  bucketId == null && status == null && tagIds == null

/**
 * Updates a post in a transaction of its own, as `updatePost`. If only its own columns change, and no other
 * transaction changes the post at once, that takes two statements.
 * @throws AppError as `updatePost`
 */
export async function updateOnePost(
  db: Db,
  organizationId: number,
  id: number,
  changes: PostChanges,
): Promise<PostRow> {
  const updated =
    isOwn(changes) && !db.isTransaction
      ? await inStatement(db, async (connection) => {
          const { version, ...before } = await readVersion(connection, organizationId, id)
          return changeOwnColumns(connection, before, changes, version)
        })
      : null
  return updated ?? inTransaction(db, (tx) => updatePost(tx, organizationId, id, changes))
}

/** Returns a post with the transaction that changed it last. @throws AppError NOT_FOUND */
async function readVersion(db: Db, organizationId: number, id: number) {
  const post = await db
    .selectFrom('posts')
    .selectAll()
    .select(sql<string>`xmin::text`.as('version'))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!post) throw notFound('Post')
  return post
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
  if (isOwn(changes)) return (await changeOwnColumns(tx, before, changes)) ?? before
  changes.assertEditable?.(before)
  assertUnchanged(before, changes.ifUnchangedSince)
  const columns = { ...ownColumns(changes), ...(await relationsOf(tx, organizationId, changes)) }
  const retagged = changes.tagIds == null ? null : await setTags(tx, organizationId, id, changes.tagIds)
  const change = await effectOf(tx, before, { columns, asCustomer: changes.asCustomer })
  if (!change && !retagged) return before
  const searched = change?.isReworded ? [searchedRow({ ...before, ...change.next })] : []
  const { bucketBefore, statusBefore, ...row } = await tx
    .with('document', () => sql<{ id: number }>`(${insertDocuments('post', organizationId, searched)})`)
    .updateTable('posts')
    .set({ ...change?.next, updatedAt: now() })
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
