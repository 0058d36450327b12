import { rowOf } from '../../db/lists/row-of.ts'
import { shortText } from '../../db/lists/long-texts.ts'
import type { Bucket, Post, Status, Tag, User } from '../../db/rows.ts'
import type { Page } from '../../db/lists/keyset.ts'
import type { CommentRow } from '../comments/comment-row.ts'
import { isOf, joinedRows, OF_ID, RELATED } from './related-rows.ts'

/**
 * A row of `posts`. A list may include the related rows that are selected, and the page of comments that one
 * field of the operation selects.
 */
export type PostRow = Post & {
  bucket?: Bucket
  status?: Status
  submitter?: User
  tags?: Tag[]
  comments?: { field: object; page: Page<CommentRow> }
}

/** Selected fields by name, each with its own selected fields. */
export type PostSelection = ReadonlyMap<string, PostSelection>

/** Columns by the name of their field. */
const OWN = {
  id: 'p.id',
  votesCount: 'p.votes_count',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  slug: 'p.slug',
  bucketId: 'p.bucket_id',
  statusId: 'p.status_id',
  submitterId: 'p.submitter_id',
  approvalStatus: 'p.approval_status',
  mergedIntoId: 'p.merged_into_id',
  title: 'p.title',
  preview: 'p.preview',
  description: shortText('p.description'),
  descriptionHtml: shortText('p.description_html'),
  hidden: 'p.hidden',
  pinned: 'p.pinned',
  downvotesCount: 'p.downvotes_count',
  commentsCount: 'p.comments_count',
  importedVotes: 'p.imported_votes',
  importedDownvotes: 'p.imported_downvotes',
} satisfies Partial<Record<keyof Post, string>>

/** Columns of every row: its key, and those by which lists are ordered. */
const ALWAYS = ['id', 'votesCount', 'createdAt', 'updatedAt']
/** Columns of the fields that have another name. Fields of no column need the key alone. */
const COLUMNS_OF: Record<string, string> = {
  ...{ url: 'slug', mergedInto: 'mergedIntoId' },
  ...{ importedVotesCount: 'importedVotes', importedDownvotesCount: 'importedDownvotes' },
}

/**
 * Tags of the posts `p.ids`, sorted by name, each as an array that starts with the id of the post. `$1` is the
 * organization's id.
 */
const TAGS = `(select json_agg(json_build_array(pt.post_id, t.id, t.name, t.color) order by t.name, t.id)
  from post_tags pt join tags t on t.organization_id = pt.organization_id and t.id = pt.tag_id
  where pt.organization_id = $1 and pt.post_id = any(p.ids))`

/** Reads exactly the selected fields of the rows of `posts p` in one statement, which returns arrays. */
type RowReader = {
  columns: string
  joins: string
  /** Number of columns. */
  width: number
  /**
   * Returns the statement for a page of the rows. `text` selects the columns, and `further` columns after them,
   * and ends with this order.
   */
  statement: (text: string, orderBy: string, further: string[]) => string
  toRows: (rows: unknown[][]) => PostRow[]
  /** Returns a row of the columns alone, without tags. */
  toRow: (values: unknown[]) => PostRow
}

const readerCache = new WeakMap<PostSelection, RowReader>()

/**
 * Returns the reader of a selection, computed once for each.
 */
export function rowReader(selection: PostSelection): RowReader {
  const cached = readerCache.get(selection)
  if (cached) return cached
  const reader = makeReader(selection)
  readerCache.set(selection, reader)
  return reader
}

function makeReader(selection: PostSelection): RowReader {
  const joined = joinedRows(selection)
  const needed = new Set([...ALWAYS, ...[...selection.keys()].map((field) => COLUMNS_OF[field] ?? field)])
  for (const [name, { key }] of Object.entries(RELATED))
    // A loader reads the rows that are not joined, by their keys.
    if (selection.has(name) && !joined.some((one) => one.name === name)) needed.add(key)
  const own = Object.entries(OWN).filter(([field]) => needed.has(field))
  const columns = own.map(([, column]) => column)
  const related = joined.map(({ name, fields, columns: ofRelated }) => {
    const read = rowOf(fields, columns.length)
    columns.push(...ofRelated)
    return { name, read }
  })
  const names = own.map(([field]) => field)
  const readOwn = rowOf(names, 0, [...joined.map(({ name }) => name), 'tags', 'comments'])
  const toRow = (values: unknown[]) => {
    const row = readOwn(values)
    for (const { name, read } of related) row[name] = read(values)
    return row as unknown as PostRow
  }
  const untagged = {
    columns: columns.join(', '),
    joins: joined.map(({ join }) => join).join(' '),
    width: columns.length,
    statement: (text: string) => text,
    toRows: (rows: unknown[][]) => rows.map(toRow),
    toRow,
  }
  return isOf(selection.get('tags'), [...OF_ID, 'name', 'color']) ? withTags(untagged, columns) : untagged
}

/** Columns by which lists are sorted and tags are found. They keep their names. */
const NAMED = new Set(['id', 'votes_count', 'created_at', 'updated_at'])

/**
 * Adds the tags of all posts of a page to its first row. One subquery for the page costs a fraction of one
 * for each row.
 */
function withTags({ joins, width, toRow, toRows }: RowReader, columns: string[]): RowReader {
  const names = columns.map((column, index) => {
    const name = column.replace('p.', '')
    return NAMED.has(name) ? name : `c${index}`
  })
  return {
    columns: columns.map((column, index) => `${column} as ${names[index]}`).join(', '),
    joins,
    width,
    toRow,
    statement: (text, orderBy, further) =>
      `select ${[...names, ...further].join(', ')}, case when number = 1 then ${TAGS} end
       from (select p.*, row_number() over () as number, array_agg(id) over () as ids from (${text}) p) p ${orderBy}`,
    toRows(rows) {
      const posts = toRows(rows)
      const byPost = new Map(posts.map((post) => [post.id, (post.tags = [] as Tag[])]))
      const found = rows.map((values) => values.at(-1)).find((tags) => tags !== null)
      for (const [postId, id, name, color] of (found ?? []) as [number, number, string, string][])
        byPost.get(postId)?.push({ id, name, color } as Tag)
      return posts
    },
  }
}
