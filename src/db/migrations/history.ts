import type pg from 'pg'
import { isAtomic, type Migration } from './files.ts'

type Queryable = Pick<pg.Client, 'query'>
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
 * Deletes the rows of attempts that failed or were interrupted and were rolled back. The caller holds the
 * migration lock.
 * @throws Error that names an attempt that may not be rolled back completely, with the remedy.
 */
export async function forgetAttempts(client: Queryable, migrations: Migration[]): Promise<void> {
  const { attempts } = await readHistory(client)
  for (const { id, name, logs } of attempts) {
    const migration = migrations.find((one) => one.name === name)
    if (!migration || !isAtomic(migration.sql)) {
      throw new Error(
        `Migration ${name} was started and not finished, and it cannot be undone automatically${logs ? `: ${logs.split('\n   0:')[0]}` : '.'}\n` +
          `Remove its remains (an invalid index, for example), run DELETE FROM _prisma_migrations WHERE id = '${id}'; and start again.`,
      )
    }
    await client.query('DELETE FROM public._prisma_migrations WHERE id = $1 AND finished_at IS NULL', [id])
  }
}
