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
  /** Null for the only row of `stored`, whose id PostgreSQL chooses. */
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
 * Returns the statement of `storeDocuments`. With `stored`, it stores the documents of the rows in that common
 * table expression only.
 */
export function insertDocuments(
  kind: TextKind,
  organizationId: number,
  rows: SearchedRow[],
  stored?: string,
): RawBuilder<unknown> {
  const parts = rows.map(({ id, title, body }) => ({
    id,
    title: textParts(title),
    body: textParts(body),
  }))
  const join = stored ? sql`join ${sql.table(stored)} stored on r.id is null or stored.id = r.id` : sql``
  return sql`
    insert into ${sql.table(documentsOf(kind))} (organization_id, id, language, document)
    select o.id, ${stored ? sql`stored.id` : sql`r.id`}, o.default_locale,
      setweight(search_part(o.default_locale, r.title->>'words', r.title->>'variants', r.title->>'folded'), 'A')
      || setweight(search_part(o.default_locale, r.body->>'words', r.body->>'variants', r.body->>'folded'), 'C')
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as r(id int, title jsonb, body jsonb)
    join organizations o on o.id = ${organizationId} ${join}
    on conflict (organization_id, id) do update set language = excluded.language, document = excluded.document`
}
