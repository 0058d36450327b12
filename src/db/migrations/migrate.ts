import pg from 'pg'
import { applyMigrations } from './apply-migrations.ts'
import { readMigrations, type Migration } from './files.ts'
import { forgetAttempts, readHistory } from './history.ts'
import { withMigrationLock } from './lock.ts'

export type MigrateOptions = {
  url: string
  /** The directory of `<name>/migration.sql`. */
  migrationsDir: string
  /** Hears what is applied, a line at a time. */
  log?: (line: string) => void
}

/** How long the server may take to answer a question about its migrations, in milliseconds. */
const ANSWER_MS = 15_000

type Queryable = Pick<pg.Client, 'query'>

/**
 * Brings the database up to the migrations in `migrationsDir`, in the order of their names, each recorded in
 * `_prisma_migrations`; returns the names it applied. Any number of processes may call it at once: one works, the others
 * wait. Each migration is applied as a whole or not at all, so one that failed or was interrupted is tried again by the
 * next call; only a migration that cannot run in a transaction (`CONCURRENTLY`) must be repaired by hand.
 * @throws Error that names the migration that failed, or those of a newer version that this one does not know.
 */
export async function migrate({
  url,
  migrationsDir,
  log = () => {},
}: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = readMigrations(migrationsDir)
  if ((await withClient(url, (client) => remaining(client, migrations, log))).length === 0)
    return { applied: [] }
  return withMigrationLock(url, async (silent) => {
    const names = await withClient(url, (client) => remaining(client, migrations, () => {}))
    if (names.length === 0) return { applied: [] }
    await withClient(url, (other) => forgetAttempts(other, migrations))
    log(`applying ${names.length} migration${names.length === 1 ? '' : 's'}: ${names.join(', ')}`)
    return { applied: await applyMigrations({ url, baseDir: migrationsDir, migrations, silent }) }
  })
}

/** The names in `migrationsDir` that the database has not applied, in order; empty means that it is ready. */
export async function pendingMigrations(
  database: string | pg.Pool,
  migrationsDir: string,
): Promise<string[]> {
  const migrations = readMigrations(migrationsDir)
  const read = async (client: Queryable) => pendingOf(migrations, (await readHistory(client)).applied)
  return typeof database === 'string' ? withClient(database, read) : read(database)
}

async function remaining(
  client: Queryable,
  migrations: Migration[],
  log: (line: string) => void,
): Promise<string[]> {
  const { applied } = await readHistory(client)
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version: it has ${unknown.join(', ')}, which this version does not know. Start that version, or restore a backup from before it.`,
    )
  }
  for (const [name, checksum] of applied) {
    if (!known.get(name)?.checksums.includes(checksum))
      log(
        `warning: migration ${name} was edited after it had been applied; the database keeps what was applied`,
      )
  }
  return pendingOf(migrations, applied)
}

function pendingOf(migrations: Migration[], applied: Map<string, string>): string[] {
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
