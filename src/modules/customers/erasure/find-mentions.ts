import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { queryParameter } from '../../search/query-of-kind.ts'

/** A text of the organization, by its type and database id. */
export type Mention = { type: (typeof KINDS)[number]['type']; id: number }

/** Maximum number of texts of one kind that are listed. */
const MAX_MENTIONS = 100

/** Texts by kind: their table, the ids' type and the columns that people write. */
const KINDS = [
  { kind: 'post', table: 'posts', type: 'Post', text: 'o.title || o.description_html' },
  { kind: 'comment', table: 'comments', type: 'Comment', text: 'o.body_html' },
  { kind: 'changelog', table: 'changelogs', type: 'Changelog', text: 'o.title || o.description_html' },
] as const

/**
 * Returns the posts, comments and changelog entries whose texts contain an address, at most 100 of each,
 * by the index of searches. They are not changed, because they are the texts of others.
 */
export async function findMentions(
  db: Db,
  organizationId: number,
  emails: readonly string[],
): Promise<Mention[]> {
  const found = new Map<string, Mention>()
  for (const email of emails)
    for (const { kind, table, type, text } of KINDS) {
      const query = queryParameter(kind, 'email', `"${email}"`)
      if (query === null) continue
      const { rows } = await sql<{ id: number }>`
        select o.id from ${sql.table(`${kind}_documents`)} d
        join ${sql.table(table)} o on o.organization_id = d.organization_id and o.id = d.id
        where d.organization_id = ${organizationId} and strpos(lower(${sql.raw(text)}), lower(${email})) > 0
          and d.document @@ (select search_query(default_locale, ${query}::jsonb) from organizations where id = ${organizationId})
        limit ${sql.lit(MAX_MENTIONS)}`.execute(db)
      for (const { id } of rows) found.set(`${type}/${id}`, { type, id })
    }
  return [...found.values()]
}
