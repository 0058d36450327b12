import { sql } from 'kysely'
import type { Db } from '../database.ts'

const answers = new WeakMap<Db, Promise<boolean>>()

/**
 * Whether the rows of organizations may be on several servers. Statements that search across organizations then have
 * forms that Citus executes, which cost more on one server. Read once for each client and each transaction, because a
 * database becomes distributed while no process uses it.
 */
export function isDistributed(db: Db): Promise<boolean> {
  const earlier = answers.get(db)
  if (earlier) return earlier
  const answer = readDistribution(db)
  answers.set(db, answer)
  answer.catch(() => answers.delete(db))
  return answer
}

/** Looks for the catalogue of Citus. */
async function readDistribution(db: Db): Promise<boolean> {
  const { rows } = await sql<{ distributed: boolean }>`
    select to_regclass('pg_dist_partition') is not null as distributed`.execute(db)
  return rows[0]?.distributed ?? false
}
