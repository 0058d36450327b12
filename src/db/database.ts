import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { watchDisk, type Disk } from './disk.ts'
import { PrismaClient } from './generated/client/client.ts'
import type { DB } from './generated/tables.ts'
import { createLineage, type Lineage } from './lineage.ts'
import { createPool, type PoolOptions } from './pool.ts'

/** A Kysely client or a transaction of it: what every verb takes. */
export type Db = Kysely<DB>
/** A Kysely transaction: what a verb that writes more than one thing takes. */
export type Transaction = KyselyTransaction<DB>

export type Database = {
  pool: pg.Pool
  /** Writes and lists. */
  kysely: Db
  /** Reads of single rows and relations. */
  prisma: PrismaClient
  lineage: Lineage
  /** Where sessions last, when a pooler stands before `pool`; undefined when `pool` will do. */
  directUrl: string | undefined
  /** Whether the database's disk is full. */
  disk: Disk
  /** Ends every connection. */
  close(): Promise<void>
}

/**
 * Opens one pool of connections that Kysely and Prisma share.
 * Lost connections are replaced; they never end the process. A server that takes no writes is never used.
 * @throws Error 25006 when the server takes no writes
 */
export async function openDatabase({
  directUrl,
  ...options
}: PoolOptions & { directUrl?: string | undefined }): Promise<Database> {
  const lineage = createLineage()
  const pool = await createPool(options, lineage)
  const disk = watchDisk(pool, options.onDisk)
  const kysely = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  return {
    pool,
    kysely,
    prisma,
    lineage,
    directUrl,
    disk,
    async close() {
      disk.close()
      await prisma.$disconnect()
      await pool.end()
    },
  }
}
