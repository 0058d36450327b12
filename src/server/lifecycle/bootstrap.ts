import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { deriveKeys, fixedKeys, type SecretKeySource } from '../../auth/keys.ts'
import type { Config } from '../../config.ts'
import { assertSameDatabase } from '../../db/direct-url.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import { isReadOnly } from '../../db/lineage.ts'
import { startEmbeddedPostgres } from '../../db/embedded/embedded.ts'
import { createPartitions } from '../../db/partitions.ts'
import { readDatabaseTime } from '../../db/time.ts'
import { migrate } from '../../db/migrations/migrate.ts'
import { continuePositions } from '../../events/position.ts'
import { compactRevisions } from '../../db/revisions.ts'
import { checkKeys } from './known-keys.ts'
import { openSecretKeys } from './secret-key.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../../prisma/migrations', import.meta.url))

const TIMEOUT_MS = 1_000

type Installation = {
  database: Database
  secretKey: SecretKeySource
  /** Why a lost embedded database cannot be started again. Null while it can, and for one at DATABASE_URL. */
  problem: () => string | null
  /** Closes the connections. The embedded database stops with its last user. */
  close: () => Promise<void>
}

/**
 * Opens the database of this installation and applies its migrations (contract 8). It is the one at
 * DATABASE_URL, else the embedded one. With `anyKey` its secrets may be encrypted under a lost key.
 * @throws Error for the operator, with the remedy
 */
export async function bootstrap(
  config: Config,
  log: Logger,
  { anyKey = false }: { anyKey?: boolean } = {},
): Promise<Installation> {
  const say = (line: string) => log.info(line)
  const warn = (line: string) => log.error(line)
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: say, warn })
      : null
  let database: Database | null = null
  try {
    const { databaseUrl, databaseTimeout: timeoutMs, databasePoolMax: max } = config
    const directUrl = config.databaseDirectUrl ?? undefined
    const onLost = (error: Error) => log.warn({ reason: error.message }, 'a database connection was lost')
    const onDisk = (problem: string | null) =>
      problem === null ? log.info('the disk of the database has room again') : log.error(problem)
    const open = (url: string) => openDatabase({ url, directUrl, max, timeoutMs, onLost, onDisk })
    // An external database is opened before its migration, because opening rejects a standby.
    if (databaseUrl !== null) {
      database = await open(databaseUrl)
      if (directUrl !== undefined) await assertSameDatabase(database.pool, directUrl)
    }
    await migrate({
      url: directUrl ?? databaseUrl ?? embedded?.ownerUrl ?? '',
      migrationsDir: MIGRATIONS,
      log: say,
    })
    await embedded?.grant()
    const opened = (database ??= await open(embedded?.serviceUrl ?? ''))
    const secretKey = secretKeysOf(config)
    if (!anyKey) await checkSecretKey(opened, secretKey, log)
    await asBulk(async () => {
      await continuePositions(opened.kysely)
      // Marks contain transaction ids, which restart in a restored dump.
      while ((await compactRevisions(opened.kysely)) > 0);
      await createPartitions(opened.kysely, await readDatabaseTime(opened.kysely))
    })
    return {
      database: opened,
      secretKey,
      problem: () => embedded?.problem() ?? null,
      async close() {
        // The embedded server must stop despite a hanging statement, which its shutdown ends.
        await Promise.race([opened.close(), sleep(TIMEOUT_MS, undefined, { ref: false })])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await database?.close().catch(() => {})
    await embedded?.stop()
    throw explain(error)
  }
}

function secretKeysOf({ secretKey, secretKeyPrevious, dataDir }: Config): SecretKeySource {
  if (secretKey === null) return openSecretKeys(dataDir)
  return fixedKeys(secretKeyPrevious ? [secretKey, secretKeyPrevious] : [secretKey])
}

async function checkSecretKey({ kysely }: Database, secretKey: SecretKeySource, log: Logger): Promise<void> {
  const { missing } = await checkKeys(kysely, deriveKeys(secretKey))
  if (missing > 0)
    log.warn(
      { keys: missing },
      'secrets may be encrypted under a key that this process does not have: set SECRET_KEY_PREVIOUS, or finish `npm run cli -- rotate-key`',
    )
}

function explain(error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return new Error('DATABASE_URL cannot be reached: is PostgreSQL running there?', { cause: error })
  if (code === 'ETIMEDOUT' || /^(timeout expired|Query read timeout)/.test((error as Error).message))
    return new Error('DATABASE_URL does not answer: is PostgreSQL stopped, or a firewall in between?', {
      cause: error,
    })
  if (code === '28P01' || code === '28000')
    return new Error('PostgreSQL refused the user or password of DATABASE_URL', { cause: error })
  if (code === '3D000')
    return new Error('The database that DATABASE_URL names does not exist: create it first', { cause: error })
  if (isReadOnly(error))
    return new Error(
      'The database of DATABASE_URL is read-only, as on a standby: set DATABASE_URL to the primary server',
      { cause: error },
    )
  return error
}
