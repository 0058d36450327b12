import { randomBytes } from 'node:crypto'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { createPartitions } from '../../src/db/history/partitions.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createCluster, onEachServer } from '../support/citus.ts'
import { MIGRATIONS } from '../support/global-setup.ts'

export type CitusDatabase = Database & { url: string; drop(): Promise<void> }

/** Creates a migrated database on the cluster TEST_CITUS_URL, whose tables are not distributed. */
export async function createCitusDatabase(): Promise<CitusDatabase> {
  const name = `citus_${randomBytes(6).toString('hex')}`
  const url = await createCluster(name)
  await migrate({ url, migrationsDir: MIGRATIONS })
  const database = await openDatabase({ url })
  await createPartitions(database.kysely, new Date())
  const drop = async () => {
    await database.close()
    await onEachServer(`drop database if exists ${name} with (force)`)
  }
  return Object.assign(database, { url, drop })
}
