import type pg from 'pg'
import { withClient } from '../client/with-client.ts'
import { applyMigrations } from './apply.ts'
import { readMigrations, type Migration } from './files.ts'
import { forgetAttempts, readHistory } from './history.ts'
import { withMigrationLock } from './lock.ts'

export type MigrateOptions = {
  url: string
  /** The directory that contains `<name>/migration.sql`. */
  migrationsDir: string
  /** Runs before the first migration of a database that is not empty, one process at a time. */
  before?: ((first: string) => Promise<void>) | undefined
  /** Receives one line for each step. */
  log?: (line: string) => void
}

/** Deadline of a statement that reads the migrations, in milliseconds. */
const ANSWER_MS = 15_000
/** The second of the migrations that led to the first one. */
const BEFORE_RELEASES = '0002_oauth'

type Queryable = Pick<pg.Client, 'query'>

/**
 * Applies the migrations in `migrationsDir` that the database lacks, in the order of their names, and returns
 * their names. Each is recorded in `_prisma_migrations`. Safe to call from several processes at once, of
 * which one works and the others wait. Each migration is applied as a whole or not at all. The next call
 * retries one that failed or was interrupted, also one that only builds an index concurrently. Another that cannot run
 * in a transaction must be repaired manually.
 * @throws Error that names the migration that failed, or the applied migrations of another version.
 */
export async function migrate({
  url,
  migrationsDir,
  before,
  log = () => {},
}: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = readMigrations(migrationsDir)
  if ((await withClient(at(url), (client) => remaining(client, migrations, log))).length === 0)
    return { applied: [] }
  return withMigrationLock(url, async (silent) => {
    const applied = await withClient(at(url), (client) => remaining(client, migrations, () => {}))
    if (applied.length === 0) return { applied }
    const [first] = applied
    if (before && first !== undefined && applied.length < migrations.length) await before(first)
    await withClient(at(url), (other) => forgetAttempts(other, migrations))
    log(`applying ${applied.length} migration${applied.length === 1 ? '' : 's'}: ${applied.join(', ')}`)
    const lacking = migrations.filter(({ name }) => applied.includes(name))
    await applyMigrations({ url, migrations: lacking, silent, log })
    return { applied }
  })
}

/**
 * Returns those of the `names` of migrations that the database has not applied, in order. The database is ready if
 * there are none.
 */
export async function pendingMigrations(
  database: string | pg.Pool,
  names: readonly string[],
): Promise<string[]> {
  const read = async (client: Queryable) => pendingOf(names, (await readHistory(client)).applied)
  return typeof database === 'string' ? withClient(at(database), read) : read(database)
}

async function remaining(
  client: Queryable,
  migrations: Migration[],
  log: (line: string) => void,
): Promise<string[]> {
  const { applied } = await readHistory(client)
  const byName = new Map(migrations.map((migration) => [migration.name, migration]))
  const unknown = [...applied.keys()].filter((name) => !byName.has(name))
  if (unknown.includes(BEFORE_RELEASES)) {
    throw new Error(
      'The database is from before the first release. Export its organizations with that version (`npm run cli -- export`), and import the files with this one into a new database.',
    )
  }
  if (unknown.length > 0) {
    throw new Error(
      `The database was migrated by a newer version: it has ${unknown.join(', ')}, which this version does not contain. Start that version, or restore a backup from before it.`,
    )
  }
  for (const [name, checksum] of applied) {
    if (!byName.get(name)?.checksums.includes(checksum))
      log(
        `warning: migration ${name} was edited after it had been applied; the database keeps the applied version`,
      )
  }
  return pendingOf([...byName.keys()], applied)
}

function pendingOf(names: readonly string[], applied: Map<string, string>): string[] {
  return names.filter((name) => !applied.has(name))
}

const at = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 10_000,
  query_timeout: ANSWER_MS,
})
