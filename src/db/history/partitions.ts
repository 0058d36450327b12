import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

/**
 * The tables partitioned by the week of `created_at`. Rows without a weekly partition are in `<table>_other`. The order
 * of events is dropped before them, so that a reader finds no gap.
 */
export const PARTITIONED = ['event_order', 'events', 'deliveries', 'delivery_attempts'] as const
export type Partitioned = (typeof PARTITIONED)[number]

const WEEK_MS = 7 * 86_400_000
const AHEAD = 3
/** Monday, 5 January 1970 in UTC, from which weeks are counted. */
const MONDAY = Date.UTC(1970, 0, 5)

/**
 * Creates the missing partitions for this week and the next three. Safe to call from several processes at
 * once. A partition that cannot be created now is skipped until the next call.
 */
export async function createPartitions(db: Db, at: Date): Promise<void> {
  const first = weekOf(at)
  const weeks = Array.from({ length: AHEAD + 1 }, (_, index) => first + index * WEEK_MS)
  const wanted = PARTITIONED.flatMap((table) =>
    weeks.map((from) => ({ table, from, name: partitionName(table, from) })),
  )
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relispartition and relnamespace = current_schema()::regnamespace`.execute(db)
  const there = new Set(rows.map(({ name }) => name))
  for (const { table, from, name } of wanted.filter((partition) => !there.has(partition.name)))
    await createPartition(db, table, name, from)
}

async function createPartition(db: Db, table: Partitioned, name: string, from: number): Promise<void> {
  await alterPartitions(db, table, async (tx) => {
    const to = from + WEEK_MS
    const other = sql.table(`${table}_other`)
    // Rows of the week that were inserted before keep their table. The week then has no partition.
    const { rows } =
      await sql`select 1 from ${other} where created_at >= ${new Date(from)} and created_at < ${new Date(to)} limit 1`.execute(
        tx,
      )
    if (rows.length > 0) return
    await sql`select make_part(${table}, ${name}, ${new Date(from)}, ${new Date(to)})`.execute(tx)
  })
}

type Partition = { name: string; until: Date }

/** Returns the partitions of a table whose week ended at or before `moment`, oldest first. */
export async function partitionsBefore(db: Db, table: Partitioned, moment: Date): Promise<Partition[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by c.relname`.execute(db)
  return rows.flatMap(({ name }) => {
    const from = startOf(table, name)
    const until = from === null ? null : new Date(from + WEEK_MS)
    return until && until <= moment ? [{ name, until }] : []
  })
}

/** Drops a partition with all its rows. */
export async function dropPartition(tx: Transaction, table: Partitioned, name: string): Promise<void> {
  await sql`select drop_part(${table}, ${name})`.execute(tx)
}

const NOT_AVAILABLE = '55P03'

/**
 * Changes the partitions of a table in one transaction, one process at a time. Skipped if the table's lock is
 * not available within a second, for example during a backup. Waiting for the lock would block all writers. Returns
 * whether it was done.
 */
export async function alterPartitions(
  db: Db,
  table: Partitioned,
  change: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`echolog ${table}`}))`.execute(tx)
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await change(tx)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_AVAILABLE) throw error
    return false
  }
}

const weekOf = (at: Date) => MONDAY + Math.floor((at.getTime() - MONDAY) / WEEK_MS) * WEEK_MS

const partitionName = (table: Partitioned, from: number) =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Returns the start of the week in a partition's name. Null for the default partition. */
function startOf(table: Partitioned, name: string): number | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(name.slice(table.length + 1)) ?? []
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day))
}
