import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { settingsOf } from '../../src/db/sharding/servers.ts'
import { CLUSTER, onEachServer } from './citus.ts'
import { collectStatement } from './collect-statements.ts'
import { TEMPLATE } from './global-setup.ts'

export type TestDatabase = Database & { url: string; drop(): Promise<void> }

/**
 * Maximum time of a statement and of the wait for a connection, in milliseconds. On a busy machine, a thousand
 * concurrent requests wait for a connection longer than the default of the service.
 */
export const TIMEOUT_MS = 300_000

/** Maximum number of connections to a test's database. */
const MAX = 8

/** Creates a migrated database. `onStatement` is called with every statement sent to it. */
export async function createDatabase(
  onStatement?: (text: string) => void,
  max = MAX,
  timeoutMs = TIMEOUT_MS,
): Promise<TestDatabase> {
  const server = serverOfWorker()
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copies the files. The default strategy writes every page to the log, and takes seven times the CPU time.
  await administer(server, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  // The copy of a database has none of its settings.
  if (server === CLUSTER) for (const statement of settingsOf(name)) await administer(server, statement)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase({ url: url.href, max, timeoutMs, onStatement: collected(onStatement) })
  // A spread would create the Prisma client.
  return Object.assign(database, {
    url: url.href,
    async drop() {
      await database.close()
      await administer(server, `drop database if exists ${name} with (force)`)
    },
  })
}

/** Opens further connections to a test's database. Dropping them does not drop the database. */
export async function shareDatabase(
  { url }: TestDatabase,
  onStatement?: (text: string) => void,
  max = MAX,
  timeoutMs = TIMEOUT_MS,
): Promise<TestDatabase> {
  const database = await openDatabase({ url, max, timeoutMs, onStatement: collected(onStatement) })
  return Object.assign(database, { url, drop: () => database.close() })
}

/** Collects each statement for the rules of `test/contract/statements.test.ts`. */
const collected = (onStatement: ((text: string) => void) | undefined) => (text: string) => {
  collectStatement(text)
  onStatement?.(text)
}

/** URL of the PostgreSQL server that belongs to this worker alone. */
export function serverOfWorker(): string {
  const servers = inject('postgresUrls')
  const server = servers[Number(process.env.VITEST_POOL_ID ?? 1) % servers.length]
  if (server === undefined) throw new Error('no server was started')
  return server
}

/** Runs a statement on the server, or on each server of a cluster. */
async function administer(server: string, statement: string): Promise<void> {
  if (server === CLUSTER) return onEachServer(statement)
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
