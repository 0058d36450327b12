import { sql } from 'kysely'
import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Db } from '../../db/database.ts'
import { executeParts } from '../../db/sharding/parts.ts'
import type { Post } from '../../db/rows.ts'
import type { ApprovalStatus } from '../../db/generated/tables.ts'
import type { Actor } from '../../events/actor.ts'
import { changesBetween } from '../../events/changes-between.ts'
import { insertEvents, type StatementEvent } from '../../events/record.ts'
import { executeBuiltAsArrays } from '../../db/client/prepared-statements.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { requiredText } from '../../lib/text/fields.ts'
import { snakeCase } from '../../lib/text/case.ts'
import { markedText } from '../../lib/rich-text/rich-text.ts'
import { isModerated } from '../buckets/is-moderated.ts'
import { insertDocuments, insertNewTitle } from '../search/store-documents.ts'
import { attachingUploads } from '../uploads/attach-uploads.ts'
import { ownEventFields } from './event-fields.ts'
import { postRelations } from './post-relations.ts'
import type { PostRow } from './post-row.ts'
import { toPostRow } from './post-snapshot.ts'
import { isVersion, type ReadPost } from './with-post.ts'

/** Changes of a post's own columns. Undefined or null fields are unchanged. */
export type OwnChanges = {
  actor: Actor
  /** Whether a customer makes the change. Their new text needs approval in a moderated bucket. */
  asCustomer?: boolean
  title?: string | null | undefined
  description?: string | null | undefined
  approvalStatus?: ApprovalStatus | null | undefined
  hidden?: boolean | null | undefined
  pinned?: boolean | null | undefined
  /** Condition of the change. */
  ifUnchangedSince?: Date | null | undefined
  /** Throws unless the actor may change the post. */
  assertEditable?: (post: Post) => void
}

/**
 * Changes own columns of a post and records it, with one statement after reads. Returns the row, with its submitter,
 * and with its bucket, status and tags if it changed. If another transaction has changed the post since it was read,
 * returns null and changes nothing.
 * @throws AppError as `updatePost`
 */
export async function changeOwnColumns(db: Db, read: ReadPost, changes: OwnChanges): Promise<PostRow | null> {
  const { post: before, person: submitter } = read
  changes.assertEditable?.(before)
  assertUnchanged(before, changes.ifUnchangedSince)
  const columns = ownColumns(changes)
  const change = await effectOf(db, before, { columns, ...changes })
  if (!change) return { ...before, submitter }
  const { next, isReworded, hasNewBody } = change
  const after = { ...before, ...next, updatedAt: timeOfUpdate(before) }
  const values = Object.entries({ ...next, updatedAt: after.updatedAt })
  const columnsSet = sql.join(values.map(([name, value]) => sql`${sql.ref(snakeCase(name))} = ${value}`))
  const searched = searchedRow(after)
  const document = hasNewBody
    ? insertDocuments('post', before.organizationId, [searched], 'post')
    : insertNewTitle(before.organizationId, searched, 'post')
  const parts = [
    {
      name: 'changed',
      query: sql`update posts set ${columnsSet} where ${isVersion(read)}
        returning organization_id, id, bucket_id, status_id`,
      columns: 'organization_id int, id int, bucket_id int, status_id int',
    },
    {
      name: 'post',
      query: sql`select posts.organization_id, posts.id, ${sql.join(postRelations(before.organizationId))}
        from changed as posts`,
      columns: 'organization_id int, id int, bucket json, status json, tags json',
    },
    ...(isReworded ? [{ name: 'document', query: document }] : []),
    ...attachingUploads(before.organizationId, next.descriptionHtml),
    ...insertEvents(db, [updateEvent(changes.actor, before, after)], 'post'),
  ]
  const last = sql<unknown[]>`select bucket, status, tags from post`
  const [related] = await executeParts(db, parts, last, executeBuiltAsArrays)
  if (!related) return null
  const [bucket, status, tags] = related
  return { ...toPostRow({ ...after, bucket, status, tags }), submitter }
}

/** Returns the columns of the requested changes, with their values. @throws AppError for a text */
export function ownColumns(changes: OwnChanges) {
  return {
    ...(changes.title != null && { title: requiredText('title', changes.title) }),
    ...(changes.description != null && describe(changes.description)),
    ...(changes.approvalStatus != null && { approvalStatus: changes.approvalStatus }),
    ...(changes.hidden != null && { hidden: changes.hidden }),
    ...(changes.pinned != null && { pinned: changes.pinned }),
  }
}

function describe(description: string) {
  const { html, text, preview } = markedText('description', description)
  return { descriptionHtml: html, description: text, preview }
}

/**
 * Returns the changed columns, whether the text is new, and whether the body is. A customer's new text in a moderated
 * bucket also changes the approval. Null if they change nothing.
 */
export async function effectOf<Columns extends Partial<Post>>(
  db: Db,
  before: Post,
  { columns, asCustomer }: { columns: Columns; asCustomer?: boolean | undefined },
) {
  const names = Object.keys(columns) as (keyof Post)[]
  const changed = names.filter((name) => before[name] !== columns[name])
  if (changed.length === 0) return null
  const hasNewBody = changed.includes('descriptionHtml')
  const isReworded = hasNewBody || changed.includes('title')
  const waits = asCustomer && isReworded && (await isModerated(db, before.organizationId, before.bucketId))
  return {
    next: { ...columns, ...(waits && { approvalStatus: 'pending' as const }) },
    isReworded,
    hasNewBody,
  }
}

/** Returns a post as it is searched. */
export const searchedRow = ({ id, title, description }: Pick<Post, 'id' | 'title' | 'description'>) => ({
  id,
  title,
  body: description,
})

/**
 * Returns the event of an update, as a part of the statement whose query `post` returns the post with its relations.
 */
function updateEvent(actor: Actor, before: Post, after: Post): StatementEvent {
  const difference = changesBetween(ownEventFields(before), ownEventFields(after))
  const [own = '', was, is] = [after, difference?.before, difference?.after].map((value) =>
    JSON.stringify(value),
  )
  const size = [own, was, is].reduce((sum, json) => sum + (json?.length ?? 0), 0)
  // PostgreSQL parses one text in less time than it merges its parts.
  const related = sql`',"bucket":' || post.bucket || ',"status":' || post.status || ',"tags":' || post.tags || '}'`
  return {
    organizationId: after.organizationId,
    actor,
    type: 'post_updated',
    subjectId: after.id,
    postId: after.id,
    snapshot: sql`${own.slice(0, -1)} || ${related}`,
    before: sql`${was}`,
    after: sql`${is}`,
    size: sql<number>`${size}::int + length(post.bucket::text) + length(post.status::text) + length(post.tags::text)`,
  }
}
