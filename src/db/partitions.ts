import { sql } from 'kysely'
import type { Db, Transaction } from './database.ts'

/** The tables that are partitioned by the week of `created_at`. What falls into no week is in `<table>_other`. */
export const PARTITIONED = ['events', 'deliveries', 'delivery_attempts'] as const
export type Partitioned = (typeof PARTITIONED)[number]

const WEEK_MS = 7 * 86_400_000
const AHEAD = 3
/** The start of a week, Monday 5 January 1970 in UTC, that all others are counted from. */
const MONDAY = Date.UTC(1970, 0, 5)

/**
 * Makes the parts for this week and the next three, where they are missing. Any number of processes may do so at once.
 * One that cannot be made now is left to the next time.
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
    // Rows of that week which came before its part was made stay where they are, and the week is done without one.
    const { rows } =
      await sql`select from ${other} where created_at >= ${new Date(from)} and created_at < ${new Date(to)} limit 1`.execute(
        tx,
      )
    if (rows.length > 0) return
    await sql`select make_part(${table}, ${name}, ${new Date(from)}, ${new Date(to)})`.execute(tx)
  })
}

export type Partition = { name: string; until: Date }

/** The parts of a table whose week ended before a moment, oldest first. */
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

/** Removes a part with all of its rows. */
export async function dropPartition(tx: Transaction, table: Partitioned, name: string): Promise<void> {
  await sql`select drop_part(${table}, ${name})`.execute(tx)
}

const NOT_AVAILABLE = '55P03'

/**
 * Changes the parts of a table in one transaction, one process at a time. Left undone while something long, such as a
 * backup, reads the table: a change that waits for it makes every writer wait as well.
 */
export async function alterPartitions(
  db: Db,
  table: Partitioned,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`echolog ${table}`}))`.execute(tx)
      await sql`set local lock_timeout = '1s'`.execute(tx)
      await change(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_AVAILABLE) throw error
  }
}

const weekOf = (at: Date) => MONDAY + Math.floor((at.getTime() - MONDAY) / WEEK_MS) * WEEK_MS

const partitionName = (table: Partitioned, from: number) =>
  `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`

/** The start of the week that a part's name tells; null for the part of all that is in no week. */
function startOf(table: Partitioned, name: string): number | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(name.slice(table.length + 1)) ?? []
  return year === undefined ? null : Date.UTC(Number(year), Number(month) - 1, Number(day))
}
