import { sql } from 'kysely'
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

/** Looks for the catalogue of Citus, so that `isDistributed` knows the answer. */
export async function readDistribution(db: Db): Promise<void> {
  const { rows } = await sql<{ distributed: boolean }>`
    select to_regclass('pg_dist_partition') is not null as distributed`.execute(db)
  answers.set(keyOf(db), rows[0]?.distributed === true)
}
