import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type State = {
  /** Whether the extension btree_gin exists. */
  hasExtension: boolean
  /** Number of indexes of documents that do not start with the organization. */
  plainIndexes: number
  /** Number of organizations with rows whose documents are still to be stored. */
  unfilled: number
}

/**
 * Describes the state of the search: what makes it slower, and which documents are still to be stored. It works
 * in each state, so none is an error.
 */
export async function describeSearch(db: Db): Promise<string> {
  const { rows } = await sql<State>`select
    exists (select 1 from pg_extension where extname = 'btree_gin') as "hasExtension",
    (select count(*)::int from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
      where c.relnamespace = 'public'::regnamespace and m.amname = 'gin' and c.relname like '%\\_documents\\_search'
        and i.indnatts = 1) as "plainIndexes",
    (select count(distinct organization_id)::int from document_backfills) as unfilled`.execute(db)
  const [state] = rows
  if (!state) throw new Error('PostgreSQL returned no row')
  const findings = [
    ...(state.plainIndexes > 0
      ? [
          `slower in a database of many organizations: ${state.hasExtension ? 'the indexes precede the extension btree_gin' : 'the extension btree_gin is missing'}, see "Search" in docs/operations.md`,
        ]
      : []),
    ...(state.unfilled > 0 ? [`a worker is still storing documents of ${state.unfilled} organizations`] : []),
  ]
  return findings.join('; ') || 'ready'
}
