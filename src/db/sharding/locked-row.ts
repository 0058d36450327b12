import { sql, type SelectQueryBuilder } from 'kysely'
import type { Transaction } from '../database.ts'
import type { DB } from '../generated/tables.ts'
import { isDistributed } from './is-distributed.ts'
import type { REFERENCE_TABLES } from './tenant-tables.ts'

type Table = (typeof REFERENCE_TABLES)[number]
type Lock = {
  /**
   * With `share`, several transactions may hold the lock, and none that changes the row. `delete` also waits for those
   * whose rows refer to it.
   */
  mode?: 'share' | 'change' | 'delete'
  /** With `true`, a row that another transaction has locked is treated as missing. */
  skipLocked?: boolean
}

/**
 * Returns the row of a query on `table`, of which each server of a distributed database has a copy, and locks it until
 * the transaction ends. Undefined without one. A distributed database would lock the whole table on each server, and
 * two such transactions end in a deadlock. There, an advisory lock of the coordinator, through which all statements
 * go, replaces the lock of the row, and the row is read again under it. Lock organizations before accounts, these
 * before apps, and all of them before other rows.
 */
export async function lockedRow<Tables extends keyof DB, Row extends { id: number }>(
  tx: Transaction,
  table: Table,
  query: SelectQueryBuilder<DB, Tables, Row>,
  { mode = 'change', skipLocked = false }: Lock = {},
): Promise<Row | undefined> {
  if (!isDistributed(tx)) {
    const locked = {
      share: () => query.forShare(),
      change: () => query.forNoKeyUpdate(),
      delete: () => query.forUpdate(),
    }[mode]()
    return (skipLocked ? locked.skipLocked() : locked).executeTakeFirst()
  }
  const found = (await query.executeTakeFirst()) as Row | undefined
  if (!found || !(await lockCopies(tx, table, found.id, { mode, skipLocked }))) return undefined
  return query.executeTakeFirst()
}

/**
 * Waits for the transactions that have locked a row with `lockedRow`, and makes later ones wait, before a statement
 * that changes the row without reading it. Does nothing on one server, where the statement does so itself.
 */
export async function lockBeforeChange(tx: Transaction, table: Table, id: number): Promise<void> {
  if (isDistributed(tx)) await lockCopies(tx, table, id, {})
}

async function lockCopies(tx: Transaction, table: Table, id: number, lock: Lock): Promise<boolean> {
  const name = sql.raw(
    `pg_${lock.skipLocked ? 'try_' : ''}advisory_xact_lock${lock.mode === 'share' ? '_shared' : ''}`,
  )
  const { rows } = await sql<{ taken: boolean | '' | null }>`
    select ${name}(hashtextextended(${`${table}/${id}`}, 0)) as taken`.execute(tx)
  return rows[0]?.taken !== false
}
