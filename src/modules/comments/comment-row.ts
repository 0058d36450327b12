import { rowOf } from '../../db/lists/row-of.ts'
import { shortText } from '../../db/lists/long-texts.ts'
import type { Comment, Post, User } from '../../db/rows.ts'

/** A row of `comments`. A list may include its author, a change also its post. */
export type CommentRow = Comment & { author?: User; post?: Post }

/** Selected fields by name, each with its own selected fields. */
type CommentSelection = ReadonlyMap<string, CommentSelection>

/** Columns to read of each comment, as plain values. */
export type CommentFields = {
  own: readonly (keyof typeof OWN)[]
  /** Fields of the author beside the id. Null if authors are not read. */
  author: readonly (keyof typeof OF_AUTHOR)[] | null
}

const OWN = {
  id: 'c.id',
  postId: 'c.post_id',
  parentId: 'c.parent_id',
  authorId: 'c.author_id',
  pinned: 'c.pinned',
  internal: 'c.internal',
  official: 'c.official',
  approvalStatus: 'c.approval_status',
  deletedAt: 'c.deleted_at',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
  body: 'c.body',
  bodyHtml: 'c.body_html',
} as const
const TEXTS: ReadonlySet<string> = new Set(['body', 'bodyHtml'])
const TIMES: ReadonlySet<string> = new Set(['deletedAt', 'createdAt', 'updatedAt'])
const OF_AUTHOR = { name: 'author.name', avatarUrl: 'author.avatar_url', bot: 'author.bot' } as const
/** Fields of an author that need no further column. */
const OF_ID = new Set(['id', 'databaseId', '__typename'])

/** Columns of every comment: its key and its order. */
const ALWAYS = ['id', 'createdAt']
/** Columns of the fields that are not columns themselves. All others need the key alone. */
const COLUMNS_OF: Record<string, string[]> = {
  deleted: ['deletedAt'],
  post: ['postId'],
  parent: ['parentId', 'postId'],
  author: ['authorId', 'deletedAt'],
}

const cache = new WeakMap<CommentSelection, CommentFields>()

/**
 * Returns the fields to read for a selection of comments. The author is read with a comment if few of its
 * fields are selected.
 */
export function commentFields(selection: CommentSelection): CommentFields {
  const cached = cache.get(selection)
  if (cached) return cached
  const needed = new Set([...ALWAYS, ...[...selection.keys()].flatMap((field) => COLUMNS_OF[field] ?? field)])
  const author = [...(selection.get('author')?.keys() ?? [])].filter((field) => !OF_ID.has(field))
  const isShort = selection.has('author') && author.every((field) => field in OF_AUTHOR)
  const fields: CommentFields = {
    own: (Object.keys(OWN) as (keyof typeof OWN)[]).filter((name) => needed.has(name)),
    author: isShort ? (author as (keyof typeof OF_AUTHOR)[]) : null,
  }
  cache.set(selection, fields)
  return fields
}

/** Reads the fields of the rows of `comments c` in a statement that returns JSON arrays. */
type CommentReader = {
  /** Selected columns. `most` is the parameter of the longest text that is read within its row. */
  columns: (most: string) => string[]
  joins: string
  toRow: (values: readonly unknown[]) => CommentRow
}

/**
 * The author of each comment. For a plain join, PostgreSQL may scan all users of a small organization, once for
 * the few comments of each post. The organization is the first parameter.
 */
const AUTHOR = `cross join lateral (select author.* from users author
  where author.organization_id = $1 and author.id = c.author_id limit 1) author`

/** Returns the reader of the fields. */
export function commentReader({ own, author }: CommentFields): CommentReader {
  const readOwn = rowOf(own, 0, ['author'])
  const readAuthor = author && rowOf(['id', ...author], own.length)
  const times = own.filter((name) => TIMES.has(name))
  return {
    columns: (most) => [
      ...own.map((name) => (TEXTS.has(name) ? shortText(OWN[name], most) : OWN[name])),
      ...(author ? ['author.id', ...author.map((field) => OF_AUTHOR[field])] : []),
    ],
    joins: author ? AUTHOR : '',
    toRow(values) {
      const row = readOwn(values)
      for (const name of times) row[name] = row[name] === null ? null : new Date(row[name] as string)
      if (readAuthor) row.author = readAuthor(values)
      return row as CommentRow
    },
  }
}
