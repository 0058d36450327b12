import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  chmodSync(draft, 0o600)
  try {
    // A link appears whole or not at all, and never replaces another process's key.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readOrMakeSecretKey(dataDir)
}
