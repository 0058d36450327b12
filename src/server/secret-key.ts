import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../lib/write-whole.ts'

/**
 * The server's secret: 32 bytes, made at the first start and kept in `DATA_DIR/secret.key` with mode 0600.
 * Two processes that start at once get the same one.
 * @throws Error that names the file when it cannot be read, written or understood
 */
export function readOrMakeSecretKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  return read(path) ?? make(dataDir, path)
}

function read(path: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32)
    throw new Error(
      `${path} does not hold 32 bytes in base64; restore it, or remove it and rotate every SSO key`,
    )
  return key
}

function make(dataDir: string, path: string): Buffer {
  mkdirSync(dataDir, { recursive: true })
  // Never replaces another process's key.
  writeWhole(path, `${randomBytes(32).toString('base64')}\n`, { keep: true })
  return readOrMakeSecretKey(dataDir)
}
