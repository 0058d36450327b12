import { retry } from '../lib/concurrency/retry.ts'
import { whileHolding } from './connection-share.ts'
import type { Db, Transaction } from './database.ts'

/** SQLSTATEs of a serialization failure and of a deadlock. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_TRIES = 8
/** Base of the random pause before a retry, in milliseconds, which spreads conflicting transactions. */
const PAUSE_MS = 20

/** Callbacks to run after the commit of a transaction. */
const afterCommitHooks = new WeakMap<Db, Set<(db: Db) => void>>()

/**
 * Runs `work` in one transaction, which commits or rolls back as a whole. After a serialization failure or
 * deadlock `work` runs again from the start, so it must have no effects outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction)
  return retried(db, (run) => db.transaction().execute(run), work)
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
  return retry(runOnce, {
    maxTries: MAX_TRIES,
    delayMs: (failures) => Math.random() * PAUSE_MS * failures,
    isRetryable: (error) => RETRYABLE.has((error as { code?: string }).code ?? ''),
  })
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

/** Whether `error` is a unique violation of PostgreSQL, of `constraint` if given. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === undefined || name === constraint)
}
