import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutQuotes } from './statements.ts'

export type Migration = {
  name: string
  sql: string
  /** SHA-256 of the file in hex, as stored, with LF and with CRLF. */
  checksums: string[]
}

/**
 * Reads the migrations below `dir`, sorted by name, which is the order of their application.
 * @throws Error when the directory, or a migration's `migration.sql`, cannot be read.
 */
export function readMigrations(dir: string): Migration[] {
  try {
    return namesIn(dir).map((name) => readMigration(dir, name))
  } catch (error) {
    throw cannotRead(dir, error)
  }
}

/** Returns the names of the migrations below `dir`, sorted. @throws Error when the directory cannot be read */
export function readMigrationNames(dir: string): string[] {
  try {
    return namesIn(dir)
  } catch (error) {
    throw cannotRead(dir, error)
  }
}

const namesIn = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()

const cannotRead = (dir: string, cause: unknown) =>
  new Error(`Cannot read the migrations in ${dir}: ${(cause as Error).message}`, { cause })

/**
 * Whether `sql` can run in one transaction. This requires that it has no transaction control and no statement that
 * cannot run in a transaction.
 */
export function isAtomic(sql: string): boolean {
  return !/\bconcurrently\b|(^|;)\s*(begin|start|commit|end|rollback|abort|prepare\s+transaction|vacuum|(create|drop|alter)\s+(database|tablespace|system)|(create|drop)\s+subscription)\b/i.test(
    withoutQuotes(sql),
  )
}

const CONCURRENT_INDEX =
  /^\s*create\s+index\s+concurrently\s+("?)(?<name>[a-z_][a-z0-9_]*)\1\s+on\s[^;]*;?\s*$/i

/** Returns the name of the index if all that `sql` does is to build it concurrently, else null. */
export function concurrentIndexOf(sql: string): string | null {
  return CONCURRENT_INDEX.exec(sql.replace(/^\s*--.*$/gm, ''))?.groups?.['name'] ?? null
}

function readMigration(dir: string, name: string): Migration {
  const sql = readFileSync(join(dir, name, 'migration.sql'), 'utf8')
  const unix = sql.replaceAll('\r\n', '\n')
  const checksums = [sql, unix, unix.replaceAll('\n', '\r\n')].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  )
  return { name, sql, checksums }
}
