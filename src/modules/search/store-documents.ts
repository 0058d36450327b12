import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { textParts } from './text-parts.ts'

/** Kinds of the rows whose documents are built from their texts. Those of tags are part of the documents of posts. */
export const TEXT_KINDS = ['tag', 'post', 'comment', 'changelog'] as const
export type TextKind = (typeof TEXT_KINDS)[number]

/** Kind of the rows that are searched. Triggers store the documents of customers. */
export type DocumentKind = Exclude<TextKind, 'tag'> | 'customer'

/** Texts of a row that is searched. */
export type SearchedRow = {
  /** Not read for the only row of `stored`. Null if PostgreSQL chooses it. */
  id: number | null
  /** Empty for a row without a title. */
  title: string
  /** Plain text. */
  body: string
  /** Ids of the tags of a post that the same statement stores. Default its stored tags. */
  tagIds?: readonly number[]
}

/**
 * Maximum length of a body whose part of a document is reused, in UTF-16 units. PostgreSQL stores 255 positions of a
 * word, and those of a title must be among them.
 */
const MAX_REUSED_BODY = 2_000

/** Returns the name of the table with the documents of a kind. */
export const documentsOf = (kind: DocumentKind | TextKind) => `${kind}_documents`

/**
 * Stores the documents by which rows are found, in one statement for any number of rows. Replaces existing
 * documents. The caller holds the rows' locks, or has created them.
 */
export async function storeDocuments(
  tx: Transaction,
  kind: TextKind,
  organizationId: number,
  rows: SearchedRow[],
): Promise<void> {
  await insertDocuments(kind, organizationId, rows).execute(tx)
}

/**
 * Returns the statement of `storeDocuments`. With `stored`, the name of a common table expression that returns at most
 * one row, it stores the document of the only row under its id, and nothing without it.
 */
export function insertDocuments(
  kind: TextKind,
  organizationId: number,
  rows: SearchedRow[],
  stored?: string,
): RawBuilder<unknown> {
  const [row] = rows
  const { id, title, body, from } = row && rows.length === 1 ? ofOne(row, stored) : ofMany(rows)
  const tags = kind === 'post' ? tagsOf(organizationId, id, row?.tagIds) : sql``
  return insert(kind, organizationId, { id, document: sql`${title} ${tags} || ${body}`, from })
}

/**
 * Returns the statement of `insertDocuments` for a post of which only the title has changed. A document with a short
 * body keeps the parts of the tags and the body, which costs PostgreSQL less than new ones. The title then follows
 * them, so that their positions remain.
 */
export function insertNewTitle(
  organizationId: number,
  row: SearchedRow,
  stored: string,
): RawBuilder<unknown> {
  if (row.body.length > MAX_REUSED_BODY) return insertDocuments('post', organizationId, [row], stored)
  const { title, body, ...rest } = ofOne(row, stored)
  const reused = sql`(select ts_filter(d.document, '{b,c}') from post_documents d
    where d.organization_id = ${organizationId} and d.id = ${rest.id} and d.language = o.default_locale)`
  const parts = sql`coalesce(${reused}, ${body} ${tagsOf(organizationId, rest.id)})`
  return insert('post', organizationId, { ...rest, document: sql`${parts} || ${title}` })
}

/** Returns the part of the tags of a post after another part. The statement does not see the tags that it stores. */
function tagsOf(
  organizationId: number,
  id: RawBuilder<unknown>,
  tagIds?: readonly number[],
): RawBuilder<unknown> {
  if (tagIds?.length === 0) return sql``
  const isTag = tagIds
    ? sql`t.id = any(${tagIds}::int[])`
    : sql`t.id in (select tag_id from post_tags where organization_id = ${organizationId} and post_id = ${id})`
  return sql`|| (
    select setweight(concat_documents(t.document order by t.id), 'B') from tag_documents t
    where t.organization_id = ${organizationId} and ${isTag})`
}

function insert(
  kind: TextKind,
  organizationId: number,
  { id, document, from }: Record<'id' | 'document' | 'from', RawBuilder<unknown>>,
): RawBuilder<unknown> {
  return sql`
    insert into ${sql.table(documentsOf(kind))} (organization_id, id, language, document)
    select o.id, ${id}, o.default_locale, ${document} from organizations o ${from} where o.id = ${organizationId}
    on conflict (organization_id, id) do update set language = excluded.language, document = excluded.document`
}

/** Returns a part of a document with its weight. */
const weighted = (part: RawBuilder<unknown>, weight: 'A' | 'C') => sql`setweight(${part}, ${sql.lit(weight)})`

/** Returns the parts of the statement for one row. Its texts are parameters, which cost less than JSON. */
function ofOne({ id, title, body }: SearchedRow, stored: string | undefined) {
  const partOf = (text: string) => {
    const { words, variants, folded } = textParts(text)
    return sql`search_part(o.default_locale, ${words}::text, ${variants}::text, ${folded}::text)`
  }
  const texts = { title: weighted(partOf(title), 'A'), body: weighted(partOf(body), 'C') }
  return stored
    ? { ...texts, id: sql`stored.id`, from: sql`cross join ${sql.table(stored)} stored` }
    : { ...texts, id: sql`${id}::int`, from: sql`` }
}

/** Returns the parts of the statement for any number of rows, as JSON. */
function ofMany(rows: SearchedRow[]) {
  const parts = rows.map(({ id, title, body }) => ({ id, title: textParts(title), body: textParts(body) }))
  const partOf = (name: 'title' | 'body') => {
    const text = sql.ref(`r.${name}`)
    return sql`search_part(o.default_locale, ${text}->>'words', ${text}->>'variants', ${text}->>'folded')`
  }
  return {
    id: sql`r.id`,
    title: weighted(partOf('title'), 'A'),
    body: weighted(partOf('body'), 'C'),
    from: sql`cross join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r(id int, title jsonb, body jsonb)`,
  }
}
