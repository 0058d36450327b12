import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { AppError } from '../../lib/errors.ts'
import { DELETED_TEXT } from '../../modules/comments/delete-comment.ts'
import { storeDocuments } from '../../modules/search/store-documents.ts'
import type { CommentRecord } from '../records.ts'
import { findAuthors } from './authors.ts'
import { refKey } from './hashes.ts'
import { attachPictures, storePictures } from './pictures.ts'
import { findIds } from './refs.ts'
import type { Applied, Draft, Shape } from './drafts.ts'
import { applyDrafts } from './rows.ts'
import { updateColumns } from './store-rows.ts'
import { dateOf, recordKey, leaveOut, problem, refuse, type Step } from './step.ts'
import { storedText, type StoredPictures, type StoredText } from './text.ts'

/** How comments are stored. */
export const COMMENTS: Shape = {
  kind: 'comment',
  table: 'comments',
  columns: {
    ...{ id: 'int', post_id: 'int', author_id: 'int', body_html: 'text', body: 'text', pinned: 'boolean' },
    ...{
      internal: 'boolean',
      official: 'boolean',
      approval_status: 'approval_status',
      deleted_at: 'timestamptz',
    },
    ...{ created_at: 'timestamptz', updated_at: 'timestamptz' },
  },
  derived: { body_html: ['body'] },
}

/** Stores comments. Their parents are linked after all of them are in, by `linkParents`. */
export async function applyComments(step: Step, records: readonly CommentRecord[]): Promise<void> {
  const kept = records.filter((record) => {
    if (!step.memory.left.has(recordKey('post', record.post))) return true
    leaveOut(step, record, 'comment', 'Its post is left out.')
    return false
  })
  const posts = await findIds(
    step,
    'post',
    kept.map(({ post }) => post),
  )
  const authorOf = await findAuthors(
    step,
    kept.map(({ author, origin }) => ({ author, origin })),
  )
  const pictures = await storePictures(
    step,
    kept.map(({ text }) => text),
  )
  const dates = await datesOfPosts(step, kept, posts)
  const drafts = kept.flatMap((record): Draft<CommentRecord>[] => {
    const post = posts.get(record.post)
    const author = authorOf(record.author)
    if (post === undefined || author === undefined) {
      const [field, value] = post === undefined ? ['post', record.post] : ['author', record.author ?? '']
      refuse(step, record, 'comment', problem(field, value, 'does not exist'))
      return []
    }
    const text = commentText(step, record, pictures)
    return text ? [draftOf(step, record, { post, author, text, postedAt: dates.get(post) })] : []
  })
  const applied = await applyDrafts(step, COMMENTS, drafts)
  if (!step.writes) return
  await storeTexts(step, applied)
  await storeMentions(step, applied)
}

type Relations = { post: number; author: number; text: StoredText; postedAt: Date | undefined }

function draftOf(
  step: Step,
  record: CommentRecord,
  { post, author, text, postedAt }: Relations,
): Draft<CommentRecord> {
  const createdAt = dateOf(step, record.createdAt) ?? postedAt?.toISOString() ?? step.session.plannedAt
  const tracked = {
    ...{ body_html: text.html, pinned: record.pinned && !record.deleted, internal: record.internal },
    approval_status: record.approval,
  }
  const updatedAt = dateOf(step, record.updatedAt) ?? createdAt
  const deletedAt = record.deleted
    ? (dateOf(step, record.deletedAt) ?? updatedAt ?? step.session.plannedAt)
    : null
  const values = {
    ...tracked,
    ...{ post_id: post, author_id: author, body: text.text, deleted_at: deletedAt },
    official: record.official ?? false,
    ...{ created_at: createdAt, updated_at: updatedAt },
  }
  return {
    record,
    values,
    tracked,
    ref: { parentId: record.parent === undefined ? undefined : refKey(record.parent) },
  }
}

function commentText(step: Step, record: CommentRecord, pictures: StoredPictures): StoredText | null {
  if (record.deleted) return { html: `<p>${DELETED_TEXT}</p>`, text: DELETED_TEXT, preview: DELETED_TEXT }
  try {
    const text = storedText(step, 'text', record.text, pictures)
    if (text.text !== '' || /<img\b/.test(text.html)) return text
    refuse(step, record, 'comment', problem('text', '', 'is empty'))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    refuse(step, record, 'comment', problem('text', '', error.message))
  }
  return null
}

/** Dates of the posts of comments without one. */
async function datesOfPosts(
  { db, session }: Step,
  records: readonly CommentRecord[],
  posts: ReadonlyMap<string, number>,
): Promise<Map<number, Date>> {
  const ids = records.flatMap(({ createdAt, post }) =>
    createdAt === undefined ? (posts.get(post) ?? []) : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'createdAt'])
    .where('organizationId', '=', session.organizationId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]))
}

/** Stores the people whom new comments of an export of this service mention. */
async function storeMentions(step: Step, applied: readonly Applied<CommentRecord>[]): Promise<void> {
  const created = applied.filter(({ outcome }) => outcome === 'created')
  const mentions = created.flatMap(({ id, draft }) =>
    (draft.record.mentions ?? []).map((person) => ({ comment: id, person })),
  )
  const people = await findIds(
    step,
    'person',
    mentions.map(({ person }) => person),
  )
  const rows = mentions.flatMap(({ comment, person }) => {
    const id = people.get(person)
    return id === undefined ? [] : [{ comment, person: id }]
  })
  if (rows.length > 0)
    await sql`insert into comment_mentions (organization_id, comment_id, user_id)
      select ${step.session.organizationId}::int, r.comment, r.person
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(comment int, person int)
      on conflict do nothing`.execute(step.db)
}

async function storeTexts(step: Step, applied: readonly Applied<CommentRecord>[]): Promise<void> {
  const changed = applied.filter(({ set }) => 'body_html' in set)
  const bodyOf = ({ draft }: Applied<CommentRecord>) => draft.values['body'] as string
  const updated = changed.filter(({ outcome }) => outcome === 'updated')
  await updateColumns(
    step,
    COMMENTS,
    updated.map((row) => ({ id: row.id, set: { body: bodyOf(row) } })),
  )
  const searched = changed
    .filter(({ draft }) => !draft.record.deleted)
    .map((row) => ({ id: row.id, title: '', body: bodyOf(row) }))
  if (searched.length > 0)
    await storeDocuments(step.db as Transaction, 'comment', step.session.organizationId, searched)
  await attachPictures(
    step,
    changed.map(({ set }) => set['body_html']),
  )
}
