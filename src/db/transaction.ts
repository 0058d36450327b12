import type { Db, Transaction } from './database.ts'

const RETRYABLE = new Set(['40001', '40P01'])
const TRIES = 4

/**
 * Runs `work` in one transaction: all of it is stored or none. When PostgreSQL asks for another try
 * (serialization failure or deadlock), `work` runs again from the start, so it must touch only the database.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction)
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= TRIES || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error
    }
  }
}

/** Whether `error` is PostgreSQL's refusal of a duplicate key, of the named constraint or index if given. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string }
  return code === '23505' && (constraint === undefined || name === constraint)
}
