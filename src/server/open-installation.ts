import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts'
import { makePartitions } from '../db/partitions.ts'
import { migrate } from '../db/migrations/migrate.ts'
import { continuePositions } from '../events/position.ts'
import { now } from '../lib/clock.ts'
import { foldRevisions } from '../db/revisions.ts'
import { readOrMakeSecretKey } from './secret-key.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))

const PATIENCE_MS = 1_000

export type Installation = {
  database: Database
  secretKey: Buffer
  /** Why the embedded database, once lost, cannot be started again; null while it can, and for one at DATABASE_URL. */
  problem(): string | null
  /** Closes the connections; the embedded database stops with its last user. */
  close(): Promise<void>
}

/**
 * The database of this installation, running and migrated: the one at DATABASE_URL, else the embedded one, started
 * or joined (contract chapter 8).
 * @throws Error that tells the operator what is wrong and what to do
 */
export async function openInstallation(config: Config, log: Logger): Promise<Installation> {
  const say = (line: string) => log.info(line)
  const warn = (line: string) => log.error(line)
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say, warn })
      : null
  try {
    const ownerUrl = config.databaseUrl ?? embedded?.ownerUrl ?? ''
    await migrate({ url: ownerUrl, migrationsDir: MIGRATIONS, log: say })
    await embedded?.grant()
    const url = config.databaseUrl ?? embedded?.serviceUrl ?? ''
    const secretKey = config.secretKey ?? readOrMakeSecretKey(config.dataDir)
    const onLost = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost')
    const onDisk = (problem: string | null) =>
      problem === null ? log.info('the disk of the database has room again') : log.error(problem)
    const database = await openDatabase({ url, onLost, onDisk })
    await continuePositions(database.kysely)
    // Marks bear transaction ids, which begin anew where a dump was restored.
    while ((await foldRevisions(database.kysely)) > 0);
    await makePartitions(database.kysely, now())
    return {
      database,
      secretKey,
      problem: () => embedded?.problem() ?? null,
      async close() {
        // A statement that hangs must not keep the embedded server from stopping, which ends it.
        await Promise.race([database.close(), sleep(PATIENCE_MS, undefined, { ref: false })])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await embedded?.stop()
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new Error('DATABASE_URL cannot be reached: is PostgreSQL running there?', { cause: error })
  if (code === '28P01' || code === '28000')
    return new Error('PostgreSQL refused the user or password of DATABASE_URL', { cause: error })
  if (code === '3D000')
    return new Error('The database that DATABASE_URL names does not exist: create it first', { cause: error })
  return error
}
