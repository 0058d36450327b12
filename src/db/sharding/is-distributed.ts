import type { Db } from '../database.ts'

/** Answers by the adapter, which the clients and transactions of a database share. */
const answers = new WeakMap<object, boolean>()

const keyOf = (db: Db) => db.getExecutor().adapter

/**
 * Whether the rows of organizations may be on several servers. Statements then have forms that Citus executes, which
 * cost more on one server. Known from the opening of the database on, because it becomes distributed while no process
 * uses it.
 */
export const isDistributed = (db: Db): boolean => answers.get(keyOf(db)) === true

/** Sets the answer of `isDistributed` for a client that was just opened, and its transactions. */
export function setDistributed(db: Db, isTrue: boolean): void {
  answers.set(keyOf(db), isTrue)
}
