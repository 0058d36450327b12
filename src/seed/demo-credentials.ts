import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveKeys } from '../auth/keys.ts'
import type { Database } from '../db/database.ts'
import { writeWhole } from '../lib/write-whole.ts'
import { createDemo, type DemoCredentials } from './demo.ts'

/**
 * The demo organization's credentials: made with it when the database is empty, and kept in `DATA_DIR/demo.json`
 * (mode 0600) so that later starts can print them again. Null when this directory has none. A directory that cannot be
 * written leaves the database empty.
 */
export async function demoCredentials(options: {
  database: Database
  secretKey: Buffer
  dataDir: string
}): Promise<DemoCredentials | null> {
  const path = join(options.dataDir, 'demo.json')
  const made = await createDemo(options.database, deriveKeys(options.secretKey), (credentials) => {
    mkdirSync(options.dataDir, { recursive: true })
    writeWhole(path, `${JSON.stringify(credentials, null, 2)}\n`)
  })
  return made ?? read(path)
}

function read(path: string): DemoCredentials | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DemoCredentials
  } catch {
    return null
  }
}
