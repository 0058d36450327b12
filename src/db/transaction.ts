import { setTimeout as sleep } from 'node:timers/promises'
import { whileHolding } from './connection-share.ts'
import type { Db, Transaction } from './database.ts'

const RETRYABLE = new Set(['40001', '40P01'])
const TRIES = 8
/** Longest pause before another try, in milliseconds, so that those who met do not meet again. */
const PAUSE_MS = 20

/** What waits for a transaction to be stored. */
const afterCommitHooks = new WeakMap<Transaction, Set<(db: Db) => void>>()

/**
 * Runs `work` in one transaction: all of it is stored or none. When PostgreSQL asks for another try
 * (serialization failure or deadlock), `work` runs again from the start, so it must touch only the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction)
  for (let attempt = 1; ; attempt++) {
    try {
      const hooks = new Set<(db: Db) => void>()
      const result = await db.transaction().execute((tx) => {
        afterCommitHooks.set(tx, hooks)
        return whileHolding(() => work(tx))
      })
      for (const hook of hooks) hook(db)
      return result
    } catch (error) {
      if (attempt >= TRIES || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
      await sleep(Math.random() * PAUSE_MS * attempt)
    }
  }
}

/** Has `act` done, once, after the transaction is stored; never when it is not. Nothing waits for it, so it must not throw. */
export function afterCommit(tx: Transaction, hook: (db: Db) => void): void {
  afterCommitHooks.get(tx)?.add(hook)
}

/** Whether `error` is PostgreSQL's refusal of a duplicate key, of the named constraint or index if given. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === undefined || name === constraint)
}
