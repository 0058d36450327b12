import { sql } from 'kysely'
import type { Db } from '../../../src/db/database.ts'

/**
 * A hash of all rows of every table, which shows whether a test wrote anything. Ignores `last_used_at` and
 * failed authentication attempts.
 */
export async function fingerprint(db: Db): Promise<string> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '\\_%'
      and table_name <> 'failed_attempts' order by 1`.execute(db)
  const hashes: string[] = []
  for (const { name } of tables.rows) {
    const row = await sql<{ hash: string | null }>`
      select md5(string_agg(line, '' order by line)) as hash
      from (select (to_jsonb(t) - 'last_used_at')::text as line from ${sql.table(name)} t) as lines`.execute(
      db,
    )
    hashes.push(`${name}:${row.rows[0]?.hash ?? ''}`)
  }
  return hashes.join('\n')
}
