import { expect } from 'vitest'
import type { Database } from '../../../src/db/database.ts'

/** Resolves once `sessions` sessions of a database wait for a lock that another transaction holds. */
export async function waitForLock(
  { database }: { database: Pick<Database, 'pool'> },
  sessions = 1,
): Promise<void> {
  const waiting = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  await expect.poll(waiting, { interval: 20 }).toBeGreaterThanOrEqual(sessions)
}
