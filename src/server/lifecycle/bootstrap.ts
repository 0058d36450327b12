import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { deriveKeys, fixedKeys, type SecretKeySource } from '../../auth/keys.ts'
import type { Config } from '../../config.ts'
import { assertSettings } from '../../db/client/assert-settings.ts'
import { assertSameDatabase } from '../../db/client/direct-url.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { asBulk } from '../../db/deadline.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../db/embedded/embedded.ts'
import { createPartitions } from '../../db/history/partitions.ts'
import { renewIds } from '../../db/history/renew-ids.ts'
import { adoptDatabaseTime, followDatabaseTime, readDatabaseTime } from '../../db/time.ts'
import { migrate } from '../../db/migrations/migrate.ts'
import { compactRevisions } from '../../db/history/revisions.ts'
import { backUpFirst } from './back-up-first.ts'
import { explainDatabase } from './explain-database.ts'
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
  const secretKey = secretKeysOf(config, anyKey)
  const embedded = await startEmbedded(config, log)
  let database: Database | null = null
  try {
    // An external database is opened before its migration, because opening rejects a standby.
    if (!embedded) database = await openExternal(config, log)
    await migrate({
      url: config.databaseDirectUrl ?? config.databaseUrl ?? embedded?.ownerUrl ?? '',
      migrationsDir: MIGRATIONS,
      before: embedded && config.backupBeforeMigrations ? backUp(config, embedded, log) : undefined,
      log: (line) => log.info(line),
    })
    await embedded?.grant()
    const opened = (database ??= await open(config, log, embedded?.serviceUrl ?? ''))
    if (!anyKey) await checkSecretKey(opened, secretKey, log)
    await prepare(opened)
    const unfollow = followDatabaseTime(opened.kysely)
    return {
      database: opened,
      secretKey,
      problem: () => embedded?.problem() ?? null,
      async close() {
        unfollow()
        // The embedded server must stop despite a hanging statement, which its shutdown ends.
        await Promise.race([opened.close(), sleep(TIMEOUT_MS, undefined, { ref: false })])
        await embedded?.stop()
      },
    }
  } catch (error) {
    await database?.close().catch(() => {})
    await embedded?.stop()
    throw explainDatabase(error)
  }
}

/** Starts the embedded database. Returns null when DATABASE_URL names another. */
async function startEmbedded(
  { databaseUrl, dataDir, archive }: Config,
  log: Logger,
): Promise<EmbeddedPostgres | null> {
  if (databaseUrl !== null) return null
  return startEmbeddedPostgres({
    dataDir,
    archive,
    log: (line) => log.info(line),
    warn: (line) => log.error(line),
  })
}

const backUp =
  ({ dataDir }: Config, embedded: EmbeddedPostgres, log: Logger) =>
  (migration: string) =>
    backUpFirst({
      dataDir,
      embedded,
      migration,
      log: (line) => log.info(line),
      warn: (line) => log.warn(line),
    })

/** Opens the database at DATABASE_URL, if it is set. */
async function openExternal(config: Config, log: Logger): Promise<Database | null> {
  if (config.databaseUrl === null) return null
  const database = await open(config, log, config.databaseUrl)
  try {
    await assertSettings(database.pool)
    if (config.databaseDirectUrl !== null) await assertSameDatabase(database.pool, config.databaseDirectUrl)
    return database
  } catch (error) {
    await database.close().catch(() => {})
    throw error
  }
}

function open(config: Config, log: Logger, url: string): Promise<Database> {
  return openDatabase({
    url,
    directUrl: config.databaseDirectUrl ?? undefined,
    max: config.databasePoolMax,
    timeoutMs: config.databaseTimeout,
    onLost: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
    onDisk: (problem) =>
      problem === null ? log.info('the disk of the database has room again') : log.error(problem),
  })
}

/**
 * Adopts the time of the database, continues its ids and revisions, as it may be restored, and creates its partitions.
 */
function prepare({ kysely }: Database): Promise<void> {
  return asBulk(async () => {
    await adoptDatabaseTime(kysely)
    await renewIds(kysely)
    // Marks contain transaction ids, which restart in a restored dump.
    while ((await compactRevisions(kysely)) > 0);
    await createPartitions(kysely, await readDatabaseTime(kysely))
  })
}

function secretKeysOf({ secretKey, secretKeyPrevious, dataDir }: Config, anyKey: boolean): SecretKeySource {
  if (secretKey === null) return openSecretKeys(dataDir, { anyKey })
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
