import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveKeys, type SecretKeySource } from '../auth/keys.ts'
import type { Database } from '../db/database.ts'
import { createDemo, type DemoCredentials } from './demo.ts'

/**
 * The demo organization's credentials: made with it when the database is empty, and kept in `DATA_DIR/demo.json`
 * (mode 0600) so that later starts can print them again. Null when this directory has none.
 */
export async function demoCredentials(options: {
  database: Database
  secretKey: SecretKeySource
  dataDir: string
}): Promise<DemoCredentials | null> {
  const path = join(options.dataDir, 'demo.json')
  const made = await createDemo(options.database, deriveKeys(options.secretKey))
  if (!made) return read(path)
  mkdirSync(options.dataDir, { recursive: true })
  writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  return made
}

function read(path: string): DemoCredentials | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DemoCredentials
  } catch {
    return null
  }
}
