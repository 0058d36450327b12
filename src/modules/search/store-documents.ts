import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { textParts } from './text-parts.ts'

/** Kinds of the rows whose documents are built from their texts. */
export const TEXT_KINDS = ['post', 'comment', 'changelog'] as const
type TextKind = (typeof TEXT_KINDS)[number]

/** Kind of the rows that are searched. Triggers store the documents of customers. */
export type DocumentKind = TextKind | 'customer'

/** Texts of a row that is searched. */
export type SearchedRow = {
  /** Not read for the only row of `stored`. Null if PostgreSQL chooses it. */
  id: number | null
  /** Empty for a row without a title. */
  title: string
  /** Plain text. */
  body: string
}

/** Returns the name of the table with the documents of a kind. */
export const documentsOf = (kind: DocumentKind) => `${kind}_documents`

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
  return sql`
    insert into ${sql.table(documentsOf(kind))} (organization_id, id, language, document)
    select o.id, ${id}, o.default_locale, setweight(${title}, 'A') || setweight(${body}, 'C')
    from organizations o ${from} where o.id = ${organizationId}
    on conflict (organization_id, id) do update set language = excluded.language, document = excluded.document`
}

/** Returns the parts of the statement for one row. Its texts are parameters, which cost less than JSON. */
function ofOne({ id, title, body }: SearchedRow, stored: string | undefined) {
  const partOf = (text: string) => {
    const { words, variants, folded } = textParts(text)
    return sql`search_part(o.default_locale, ${words}::text, ${variants}::text, ${folded}::text)`
  }
  const texts = { title: partOf(title), body: partOf(body) }
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
    title: partOf('title'),
    body: partOf('body'),
    from: sql`cross join jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r(id int, title jsonb, body jsonb)`,
  }
}
