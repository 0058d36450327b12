import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretKeys, SecretKeySource } from '../../auth/keys.ts'
import { writeWhole } from '../../lib/write-whole.ts'

/**
 * The server's secret: 32 bytes, made at the first start and kept in `DATA_DIR/secret.key` with mode 0600; below it those
 * that it has replaced. Two processes that start at once get the same one, and one that runs notices a replacement.
 * @throws Error that names the file when it cannot be read, written or understood
 */
export function openSecretKeys(dataDir: string): SecretKeySource {
  const path = pathOf(dataDir)
  if (!exists(path)) make(dataDir, path)
  let version = versionOf(path)
  let keys = readKeys(path)
  return {
    read() {
      const present = versionOf(path)
      // A file that is away or cannot be read ends no process that knows what was in it.
      if (present === null || present === version) return keys
      version = present
      keys = readKeys(path)
      return keys
    },
  }
}

/**
 * Replaces the keys in `DATA_DIR/secret.key`, the current one first. After a crash at any moment the file holds either the
 * keys before or all of these.
 */
export function writeSecretKeys(dataDir: string, keys: SecretKeys): void {
  writeWhole(pathOf(dataDir), textOf(keys))
}

const pathOf = (dataDir: string) => join(dataDir, 'secret.key')
const textOf = (keys: SecretKeys) => keys.map((key) => `${key.toString('base64')}\n`).join('')

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

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
    throw new Error(`${path} does not hold keys of 32 bytes in base64, one a line: restore it from a backup`)
  return [current, ...before]
}

function make(dataDir: string, path: string): void {
  mkdirSync(dataDir, { recursive: true })
  // Never replaces another process's key.
  writeWhole(path, textOf([randomBytes(32)]), { keep: true })
}
