import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretKeys, SecretKeySource } from '../../auth/keys.ts'
import { clusterOf, hasDatabase, makeWritableDirectory } from '../../db/embedded/home.ts'
import { writeWhole } from '../../lib/files/write-whole.ts'

/**
 * Opens the server's secret of 32 bytes, generated at the first start and stored in `DATA_DIR/secret.key`
 * with mode 0600. Former secrets follow it in the file. Concurrent starts share one secret, and a running
 * process loads a replacement. Call it before the database is created: one without its key is damaged, and only
 * `anyKey` generates another key for it.
 * @throws Error that names the file when it is missing beside a database, or cannot be read, written or parsed
 */
export function openSecretKeys(dataDir: string, { anyKey = false } = {}): SecretKeySource {
  const path = pathOf(dataDir)
  // In this order, because another process creates the key before the database.
  if (hasDatabase(dataDir) && !existsSync(path) && !anyKey) throw missingKey(dataDir, path)
  if (!existsSync(path)) make(dataDir, path)
  let version = versionOf(path)
  let keys = readKeys(path)
  return {
    read() {
      const present = versionOf(path)
      // If the file is missing or unreadable, the loaded keys remain in use.
      if (present === null || present === version) return keys
      version = present
      keys = readKeys(path)
      return keys
    },
  }
}

/**
 * Replaces the keys in `DATA_DIR/secret.key`, the current one first. After a crash the file contains the
 * former keys or all new ones.
 */
export function writeSecretKeys(dataDir: string, keys: SecretKeys): void {
  writeWhole(pathOf(dataDir), serializeKeys(keys))
}

const pathOf = (dataDir: string) => join(dataDir, 'secret.key')
const serializeKeys = (keys: SecretKeys) => keys.map((key) => `${key.toString('base64')}\n`).join('')

function versionOf(path: string): string | null {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true })
    return `${ino}/${size}/${mtimeNs}`
  } catch {
    return null
  }
}

function readKeys(path: string): SecretKeys {
  const [current, ...before] = readFileSync(path, 'utf8')
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'))
  if (!current || [current, ...before].some((key) => key.length !== 32))
    throw new Error(`${path} does not contain 32-byte keys in base64, one a line: restore it from a backup`)
  return [current, ...before]
}

function missingKey(dataDir: string, path: string): Error {
  return new Error(
    `${path}, the key of the database in ${clusterOf(dataDir)}, is missing. Restore it from a backup, or set SECRET_KEY to that key. If it is lost: \`npm run cli -- rotate-key --accept-loss\``,
  )
}

function make(dataDir: string, path: string): void {
  makeWritableDirectory(dataDir)
  // Does not replace the key of another process.
  writeWhole(path, serializeKeys([randomBytes(32)]), { keep: true })
}
