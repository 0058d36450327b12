import { rowOf } from '../../db/row-of.ts'
import { shortText } from '../../db/long-texts.ts'
import type { Comment, User } from '../../db/generated/client/client.ts'

/** A row of `comments`. A list may include its author. */
export type CommentRow = Comment & { author?: User }

/** Selected fields by name, each with its own selected fields. */
type CommentSelection = ReadonlyMap<string, CommentSelection>

/** Columns to read of each comment, as plain values. */
export type CommentFields = {
  texts: readonly ('body' | 'bodyHtml')[]
  /** Fields of the author beside the id. Null if authors are not read. */
  author: readonly (keyof typeof OF_AUTHOR)[] | null
}

/** Columns of every comment. */
const ALWAYS = {
  organizationId: 'c.organization_id',
  id: 'c.id',
  postId: 'c.post_id',
  parentId: 'c.parent_id',
  authorId: 'c.author_id',
  pinned: 'c.pinned',
  internal: 'c.internal',
  approvalStatus: 'c.approval_status',
  deletedAt: 'c.deleted_at',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
}
const TEXTS = { body: 'c.body', bodyHtml: 'c.body_html' } as const
const OF_AUTHOR = { name: 'author.name', avatarUrl: 'author.avatar_url', bot: 'author.bot' } as const
/** Fields of an author that need no further column. */
const OF_ID = new Set(['id', 'databaseId', '__typename'])

const cache = new WeakMap<CommentSelection, CommentFields>()

/**
 * Returns the fields to read for a selection of comments. The author is read with a comment if few of its
 * fields are selected.
 */
export function commentFields(selection: CommentSelection): CommentFields {
  const cached = cache.get(selection)
  if (cached) return cached
  const author = [...(selection.get('author')?.keys() ?? [])].filter((field) => !OF_ID.has(field))
  const isShort = selection.has('author') && author.every((field) => field in OF_AUTHOR)
  const fields: CommentFields = {
    texts: (['body', 'bodyHtml'] as const).filter((text) => selection.has(text)),
    author: isShort ? (author as (keyof typeof OF_AUTHOR)[]) : null,
  }
  cache.set(selection, fields)
  return fields
}

/** Reads the fields of the rows of `comments c` in a statement that returns arrays. */
type CommentReader = {
  /** Selected columns. `most` is the parameter of the longest text that is read within its row. */
  columns: (most: string) => string[]
  joins: string
  /** Returns the comment whose values begin at `start`. */
  toRow: (values: readonly unknown[]) => CommentRow
}

/** Returns the reader of the fields, for rows whose columns begin at `start`. */
export function commentReader({ texts, author }: CommentFields, start: number): CommentReader {
  const own = [...Object.keys(ALWAYS), ...texts]
  const readOwn = rowOf(own, start, ['author'])
  const readAuthor = author && rowOf(['id', ...author], start + own.length)
  return {
    columns: (most) => [
      ...Object.values(ALWAYS),
      ...texts.map((text) => shortText(TEXTS[text], most)),
      ...(author ? ['author.id', ...author.map((field) => OF_AUTHOR[field])] : []),
    ],
    joins: author
      ? 'join users author on author.organization_id = c.organization_id and author.id = c.author_id'
      : '',
    toRow(values) {
      const row = readOwn(values)
      if (readAuthor) row.author = readAuthor(values)
      return row as CommentRow
    },
  }
}
