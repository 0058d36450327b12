import { retry } from '../lib/concurrency/retry.ts'
import { whileHolding } from './connection-share.ts'
import type { Db, Transaction } from './database.ts'

/** SQLSTATEs of a serialization failure and of a deadlock. */
const RETRYABLE = new Set(['40001', '40P01'])
const MAX_TRIES = 8
/** Base of the random pause before a retry, in milliseconds, which spreads conflicting transactions. */
const PAUSE_MS = 20

/** Callbacks to run after the commit of a transaction. */
const afterCommitHooks = new WeakMap<Transaction, Set<(db: Db) => void>>()

/**
 * Runs `work` in one transaction, which commits or rolls back as a whole. After a serialization failure or
 * deadlock `work` runs again from the start, so it must have no effects outside the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction)
  return retry(() => runOnce(db, work), {
    maxTries: MAX_TRIES,
    delayMs: (failures) => Math.random() * PAUSE_MS * failures,
    isRetryable: (error) => RETRYABLE.has((error as { code?: string }).code ?? ''),
  })
}

async function runOnce<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const hooks = new Set<(db: Db) => void>()
  const result = await db.transaction().execute((tx) => {
    afterCommitHooks.set(tx, hooks)
    return whileHolding(() => work(tx))
  })
  for (const hook of hooks) hook(db)
  return result
}

/**
 * Calls `hook` once after the commit of a transaction of `inTransaction`, and not after a rollback. It is not
 * awaited, so it must not throw.
 * @throws Error for any other transaction, whose commit is not observed
 */
export function afterCommit(tx: Transaction, hook: (db: Db) => void): void {
  const hooks = afterCommitHooks.get(tx)
  if (!hooks) throw new Error('afterCommit requires a transaction of inTransaction')
  hooks.add(hook)
}

/** Whether `error` is a unique violation of PostgreSQL, of `constraint` if given. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === undefined || name === constraint)
}
