import { sql } from 'kysely'
import type { DatabaseError } from 'pg'
import { retry } from '../lib/concurrency/retry.ts'
import { whileHolding } from './sharing/connection-share.ts'
import type { Db, Transaction } from './database.ts'
import { isOutdated } from './client/prepared-statements.ts'

/** SQLSTATEs of a serialization failure and of a deadlock. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_TRIES = 8
/** Base of the random pause before a retry, in milliseconds, which spreads conflicting transactions. */
const PAUSE_MS = 20

/** Callbacks to run after the commit of a transaction. */
const afterCommitHooks = new WeakMap<Db, Set<(db: Db) => void>>()
/** Savepoints of a transaction: how many are open, and the error for which all of it must run again. */
type Savepoints = { open: number; conflict: Error | null }
/** Savepoints of each transaction of `inTransactionWithSavepoints`. */
const savepoints = new WeakMap<Db, Savepoints>()

/**
 * Runs `work` in one transaction, which commits or rolls back as a whole. After a serialization failure or
 * deadlock `work` runs again from the start, so it must have no effects outside the database. Work inside of a
 * transaction is part of it, and is rolled back alone only in one of `inTransactionWithSavepoints`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const parts = savepoints.get(db)
  if (parts) return inSavepoint(db as Transaction, parts, work)
  if (db.isTransaction) return work(db as Transaction)
  return retried(db, (run) => db.transaction().execute(run), work)
}

/**
 * Runs `work` as `inTransaction`. Each `inTransaction` on its transaction is rolled back alone when it throws, so
 * that `work` can catch the error. They must run one after another. After a deadlock in one of them, all of `work`
 * runs again, also if it has caught the error, because the locks of the parts before would lead to the next deadlock.
 */
export function inTransactionWithSavepoints<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const parts: Savepoints = { open: 0, conflict: null }
    savepoints.set(tx, parts)
    const [outcome] = await Promise.allSettled([work(tx)])
    if (parts.conflict) throw parts.conflict
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

/** Runs `work` after a savepoint, to which an error rolls back. */
async function inSavepoint<T>(
  tx: Transaction,
  parts: Savepoints,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const hooks = afterCommitHooks.get(tx) ?? new Set()
  const { open } = parts
  // Few names, because each statement is prepared.
  const name = sql.id(`part_${open}`)
  const hooksBefore = new Set(hooks)
  await sql`savepoint ${name}`.execute(tx)
  parts.open = open + 1
  try {
    const result = await work(tx)
    await sql`release savepoint ${name}`.execute(tx)
    return result
  } catch (error) {
    for (const hook of hooks) if (!hooksBefore.has(hook)) hooks.delete(hook)
    // Without a rollback, the remaining parts fail at once, and do not wait for further locks.
    if (isConflict(error)) parts.conflict = error as Error
    // If this fails, so does the whole transaction.
    else await sql`rollback to savepoint ${name}`.execute(tx).catch(() => {})
    throw error
  } finally {
    parts.open = open
  }
}

/**
 * Runs `work`, which reads and then writes with one last statement, on one connection. The statement is a
 * transaction, without the round trips that begin and commit one. It must check that what `work` has read is
 * unchanged. After a deadlock `work` runs again, as by `inTransaction`.
 */
export function inStatement<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return retried(db, (run) => db.connection().execute(run), work)
}

function retried<T, Connection extends Db>(
  db: Db,
  execute: (run: (db: Connection) => Promise<T>) => Promise<T>,
  work: (db: Connection) => Promise<T>,
): Promise<T> {
  const runOnce = async () => {
    const hooks = new Set<(db: Db) => void>()
    const result = await execute((connection) => {
      afterCommitHooks.set(connection, hooks)
      return whileHolding(() => work(connection))
    })
    for (const hook of hooks) hook(db)
    return result
  }
  return retry(runOnce, RETRIES)
}

/** Whether another try of a transaction may succeed after an error. */
const isConflict = (error: unknown) =>
  RETRYABLE.has((error as { code?: string } | null)?.code ?? '') || isOutdated(error)

const RETRIES = {
  maxTries: MAX_TRIES,
  delayMs: (failures: number) => Math.random() * PAUSE_MS * failures,
  isRetryable: isConflict,
}

/**
 * Calls `hook` once after the commit of a transaction of `inTransaction` or `inStatement`, and not after a
 * rollback. It is not awaited, so it must not throw.
 * @throws Error for any other transaction, whose commit is not observed
 */
export function afterCommit(tx: Db, hook: (db: Db) => void): void {
  const hooks = afterCommitHooks.get(tx)
  if (!hooks) throw new Error('afterCommit requires a transaction of inTransaction or inStatement')
  hooks.add(hook)
}

/**
 * Whether `error` is a unique violation of PostgreSQL, of `constraint` if given. A server of a distributed database
 * names the constraint in the message only, with the number of its part.
 */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: name, message = '' } = error as Partial<DatabaseError>
  if (code !== '23505') return false
  return constraint === undefined || (name ?? /constraint "(.*?)(?:_\d+)?"/.exec(message)?.[1]) === constraint
}
