import { CompiledQuery } from 'kysely'
import type { Db } from '../../../src/db/database.ts'

/** Statements of databases, which return a hash of each table. */
const statements = new WeakMap<Db, string>()

/**
 * A hash of all rows of every table, which shows whether a test wrote anything. Ignores `last_used_at` and
 * failed authentication attempts.
 */
export async function fingerprint(db: Db): Promise<string> {
  const text = statements.get(db) ?? (await statementOf(db))
  statements.set(db, text)
  const { rows } = await db.executeQuery<Hash>(CompiledQuery.raw(text, ['last_used_at']))
  return rows.map(({ name, hash }) => `${name}:${hash ?? ''}`).join('\n')
}

type Hash = { name: string; hash: string | null }

/** Returns one statement for all tables, which a connection prepares once. Tables have the rows of their partitions. */
async function statementOf(db: Db): Promise<string> {
  const { rows } = await db.executeQuery<{ name: string }>(CompiledQuery.raw(TABLES))
  const parts = rows.map(
    ({ name }) => `select '${name}' as name, (select md5(string_agg(line, '' order by line))
      from (select (to_jsonb(t) - $1::text)::text as line from "${name}" t) as lines) as hash`,
  )
  return parts.join(' union all ')
}

const TABLES = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not like '\\_%' and relname <> 'failed_attempts' order by 1`
