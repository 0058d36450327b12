import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { textParts } from './text-parts.ts'

/** Kind of the rows that are searched. */
export type DocumentKind = 'post'

/** Texts of a row that is searched. */
export type SearchedRow = {
  id: number
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
  kind: DocumentKind,
  organizationId: number,
  rows: SearchedRow[],
): Promise<void> {
  await insertDocuments(kind, organizationId, rows).execute(tx)
}

/**
 * Returns the statement of `storeDocuments`. With `stored`, it stores the documents of the rows in that common
 * table expression only.
 */
export function insertDocuments(
  kind: DocumentKind,
  organizationId: number,
  rows: SearchedRow[],
  stored?: string,
): RawBuilder<unknown> {
  const parts = rows.map(({ id, title, body }) => ({
    id,
    title: textParts(title),
    body: textParts(body),
  }))
  const join = stored ? sql`join ${sql.table(stored)} stored on stored.id = r.id` : sql``
  return sql`
    insert into ${sql.table(documentsOf(kind))} (organization_id, id, language, document)
    select o.id, r.id, o.language,
      setweight(search_part(o.language, r.title->>'words', r.title->>'variants', r.title->>'folded'), 'A')
      || setweight(search_part(o.language, r.body->>'words', r.body->>'variants', r.body->>'folded'), 'C')
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r(id int, title jsonb, body jsonb)
    join organizations o on o.id = ${organizationId} ${join}
    on conflict (organization_id, id) do update set language = excluded.language, document = excluded.document`
}
