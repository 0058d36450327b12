import type pg from 'pg'
import { concurrentIndexOf, isAtomic, type Migration } from './files.ts'

type Queryable = Pick<pg.Client, 'query'>
/** Time in which an index is dropped, in milliseconds. It waits for the transactions that use its table. */
const DROP_MS = 600_000

type Row = { id: string; name: string; checksum: string; finished: boolean; logs: string | null }

/**
 * Reads `_prisma_migrations`. `applied` maps names to checksums. `attempts` are rows of unfinished
 * migrations.
 */
export async function readHistory(
  client: Queryable,
): Promise<{ applied: Map<string, string>; attempts: Row[] }> {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS found`,
  )
  if (!tables[0]?.found) return { applied: new Map(), attempts: [] }
  const { rows } = await client.query<Row>(
    `SELECT id, migration_name AS name, checksum, finished_at IS NOT NULL AS finished, logs
       FROM public._prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  )
  return {
    applied: new Map(rows.filter((row) => row.finished).map((row) => [row.name, row.checksum])),
    attempts: rows.filter((row) => !row.finished),
  }
}

/**
 * Deletes the rows of attempts that failed or were interrupted, after their remains: PostgreSQL has rolled back those
 * in a transaction, and an index that was built concurrently is dropped. The caller holds the migration lock.
 * @throws Error that names an attempt that may not be rolled back completely, with the remedy.
 */
export async function forgetAttempts(client: Queryable, migrations: Migration[]): Promise<void> {
  const { attempts } = await readHistory(client)
  for (const { id, name, logs } of attempts) {
    const migration = migrations.find((one) => one.name === name)
    const index = migration ? concurrentIndexOf(migration.sql) : null
    if (index !== null) await dropIndex(client, index)
    else if (!migration || !isAtomic(migration.sql)) {
      throw new Error(
        `Migration ${name} was started and not finished, and it cannot be undone automatically${logs ? `: ${logs.split('\n   0:')[0]}` : '.'}\n` +
          `Remove its remains (an invalid index, for example), run DELETE FROM _prisma_migrations WHERE id = '${id}'; and start again.`,
      )
    }
    await client.query('DELETE FROM public._prisma_migrations WHERE id = $1 AND finished_at IS NULL', [id])
  }
}

/** Drops an index that a killed process has left. The server may still be building it. */
async function dropIndex(client: Queryable, name: string): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()
        AND state <> 'idle' AND query ~* 'create\\s+index\\s+concurrently' AND strpos(query, $1) > 0`,
    [name],
  )
  await client.query({
    text: `DROP INDEX CONCURRENTLY IF EXISTS "${name}"`,
    query_timeout: DROP_MS,
  } as pg.QueryConfig)
}
