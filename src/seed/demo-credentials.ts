import { chmodSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveKeys, type SecretKeySource } from '../auth/keys.ts'
import type { Database } from '../db/database.ts'
import { asBulk } from '../db/deadline.ts'
import { writeWhole } from '../lib/write-whole.ts'
import { createDemo, type DemoCredentials } from './demo.ts'

/** The demo's credentials, and the file of mode 0600 in which they are kept. */
export type KeptCredentials = { credentials: DemoCredentials; path: string }

/**
 * The demo organization's credentials: made with it when the database is empty, and kept in `DATA_DIR/demo.json`
 * (mode 0600), where the operator and later starts find them. Null when this directory has none. A directory that cannot
 * be written leaves the database empty.
 */
export async function demoCredentials(options: {
  database: Database
  secretKey: SecretKeySource
  dataDir: string
}): Promise<KeptCredentials | null> {
  const path = join(options.dataDir, 'demo.json')
  const made = await asBulk(() =>
    createDemo(options.database, deriveKeys(options.secretKey), (credentials) => {
      mkdirSync(options.dataDir, { recursive: true })
      writeWhole(path, `${JSON.stringify(credentials, null, 2)}\n`)
    }),
  )
  const credentials = made ?? read(path)
  return credentials && { credentials, path }
}

function read(path: string): DemoCredentials | null {
  try {
    chmodSync(path, 0o600)
    return JSON.parse(readFileSync(path, 'utf8')) as DemoCredentials
  } catch {
    return null
  }
}
