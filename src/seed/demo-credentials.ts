import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deriveKeys, type SecretKeySource } from '../auth/keys.ts'
import type { Database } from '../db/database.ts'
import { asBulk } from '../db/deadline.ts'
import { makeDirectory } from '../lib/files/make-directory.ts'
import { writeWhole } from '../lib/files/write-whole.ts'
import { createDemo, type DemoCredentials } from './demo.ts'

/** Credentials of the demo, and the path of the file (mode 0600) that stores them. */
type KeptCredentials = { credentials: DemoCredentials; path: string }

/**
 * Returns the credentials of the demo organization. If the database is empty, it creates the organization and
 * stores the credentials in `DATA_DIR/demo.json` (mode 0600); later starts read that file. Returns null if
 * the file is missing or unreadable. If the directory is not writable, the database remains empty.
 */
export async function demoCredentials(options: {
  database: Database
  secretKey: SecretKeySource
  dataDir: string
  /** Receives the progress of a demo that is created, one line at a time. */
  log?: (line: string) => void
}): Promise<KeptCredentials | null> {
  const path = join(options.dataDir, 'demo.json')
  const made = await asBulk(() =>
    createDemo(options.database, deriveKeys(options.secretKey), {
      log: options.log,
      keep(credentials) {
        makeDirectory(options.dataDir)
        writeWhole(path, `${JSON.stringify(credentials, null, 2)}\n`)
      },
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
