import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Tables of which each server of a distributed database has a copy. */
export const REFERENCE_TABLES = ['organizations', 'accounts', 'oauth_apps'] as const

/**
 * Returns the tables that belong to organizations, by the catalogue: those with a required `organization_id`.
 * Partitions follow their tables.
 */
export async function listTenantTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${REFERENCE_TABLES}::text[])
    order by c.relname <> 'users', c.relname`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the version of the extension Citus, or null without it. */
export async function readCitusVersion(db: Db): Promise<string | null> {
  const { rows } = await sql<{
    version: string
  }>`select extversion as version from pg_extension where extname = 'citus'`.execute(db)
  return rows[0]?.version ?? null
}

/** Returns the names of the tables that Citus distributes or copies. Requires the extension. */
export async function listShardedTables(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where c.relnamespace = current_schema()::regnamespace and p.partmethod in ('h', 'n')
      and (p.partmethod = 'h' or p.repmodel = 't')`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
