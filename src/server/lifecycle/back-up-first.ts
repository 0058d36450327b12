import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '../../db/embedded/embedded.ts'

type Options = {
  dataDir: string
  embedded: Pick<EmbeddedPostgres, 'backup' | 'bytes'>
  /** The first of the migrations that follow. */
  migration: string
  log: (line: string) => void
  warn: (line: string) => void
}

const KEPT = 2
const FOLDER = /^before-.+-\d{14}$/
const DRAFT = /^\.before-.+-\d{14}\.part$/
/** Bytes that must be free beside the backup, for the database itself. */
const SPARE = 256 * 1024 * 1024

/**
 * Backs up the embedded database before its migrations, into `DATA_DIR/backups`, of which the newest two remain. Only
 * logs a warning if the disk lacks room. One process at a time calls it.
 * @throws Error with the remedy when the backup fails, so that nothing is migrated without it
 */
export async function backUpFirst({ dataDir, embedded, migration, log, warn }: Options): Promise<void> {
  const parent = join(dataDir, 'backups')
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  remove(parent, namesIn(parent, DRAFT))
  const { bavail, bsize } = statfsSync(parent)
  const bytes = await embedded.bytes()
  if (bavail * bsize < bytes + SPARE) {
    warn(`there is no backup before ${migration}: ${parent} has no room for ${megabytes(bytes)} MB`)
    return
  }
  const moment = new Date().toISOString().replace(/\D/g, '').slice(0, MOMENT)
  const began = performance.now()
  const { folder } = await embedded.backup(join(parent, `before-${migration}-${moment}`)).catch(explain)
  log(`backed up ${megabytes(bytes)} MB to ${folder} in ${Math.round(performance.now() - began)} ms`)
  remove(parent, namesIn(parent, FOLDER).slice(0, -KEPT))
}

function explain(error: Error): never {
  throw new Error(
    `The backup before the migrations failed: ${error.message} Nothing was migrated. To migrate without one, set BACKUP_BEFORE_MIGRATIONS=false.`,
    { cause: error },
  )
}

/** Returns the names of a pattern in the order of the moments with which they end. */
const namesIn = (parent: string, pattern: RegExp) =>
  readdirSync(parent)
    .filter((name) => pattern.test(name))
    .sort((one, other) => (one.slice(-MOMENT) < other.slice(-MOMENT) ? -1 : 1))

function remove(parent: string, names: string[]): void {
  for (const name of names) rmSync(join(parent, name), { recursive: true, force: true })
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
/** Number of digits of a moment, to the second. */
const MOMENT = 14
