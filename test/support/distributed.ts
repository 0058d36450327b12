import { isDistributed } from '../../src/db/sharding/is-distributed.ts'
import { shareDatabase, type TestDatabase } from './database.ts'

/**
 * Opens further connections to a test's database whose service finds it distributed, until they are dropped, although
 * all rows are on one server. Those of `database` were opened before. `onStatement` is called with every later
 * statement.
 */
export async function shareAsDistributed(
  database: TestDatabase,
  onStatement: (text: string) => void,
): Promise<TestDatabase> {
  if (isDistributed(database.kysely)) throw new Error('the database is distributed already')
  // The catalogue of Citus, by which it is found.
  await database.pool.query('create table pg_dist_partition ()')
  const distributed = await shareDatabase(database, onStatement)
  return Object.assign(distributed, {
    async drop() {
      await distributed.close()
      await database.pool.query('drop table pg_dist_partition')
    },
  })
}
