import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import { watchDisk, type Disk } from './errors/disk.ts'
import type { DB } from './generated/tables.ts'
import { createLineage, type Lineage } from './history/lineage.ts'
import { renewIds } from './history/renew-ids.ts'
import { createPool, type PoolOptions, type SharedPool } from './client/pool.ts'
import { setDistributed } from './sharding/is-distributed.ts'
import { createReadTurns, type ReadTurns } from './sharing/read-turns.ts'

/** A Kysely client or a transaction of one. Every verb accepts it. */
export type Db = Kysely<DB>
/** A Kysely transaction. Verbs that write more than one row require it. */
export type Transaction = KyselyTransaction<DB>

export type Database = {
  pool: SharedPool
  kysely: Db
  lineage: Lineage
  /**
   * Address that supports session state when a pooler is between this process and the server. Undefined when
   * `pool` itself does.
   */
  directUrl: string | undefined
  /** Turns of the reads of this process. */
  readTurns: ReadTurns
  /** Whether the database's disk is full. */
  disk: Disk
  /** Closes every connection. */
  close: () => Promise<void>
}

/**
 * Opens a connection pool. A lost connection is replaced and does not end the
 * process. A read-only server is never used.
 * @throws Error 25006 when the server is read-only
 */
export async function openDatabase({
  directUrl,
  ...options
}: PoolOptions & { directUrl?: string | undefined }): Promise<Database> {
  const lineage = createLineage()
  const { pool, isDistributed } = await createPool(options, lineage)
  const disk = watchDisk(pool, options.onDisk)
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  // Connections that a restore has not ended do not check it again.
  lineage.onChange(() => void renewIds(kysely).catch(() => {}))
  setDistributed(kysely, isDistributed)
  return {
    pool,
    kysely,
    lineage,
    directUrl,
    readTurns: createReadTurns(pool.options),
    disk,
    async close() {
      disk.close()
      await pool.end()
    },
  }
}
