import { createHash, randomBytes } from 'node:crypto'
import { ROOT } from '../support/contract/source-files.ts'
import { startBenchDatabase, type BenchDatabase } from './bench-database.ts'
import type { BenchOptions } from './options.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import { startOptions } from './start-options.ts'

export const PUBLIC_URL = 'https://bench.example'

/** Key of a database that is kept, because it opens under the key of its first run only. */
const CACHE_KEY = createHash('sha256').update('echolog bench').digest()

/** The resources that every section uses. */
export type Bench = BenchDatabase & {
  options: BenchOptions
  secretKey: Buffer
  /** Starts the service on the database, in the role web unless `ROLES` names another one. */
  startEcholog: (settings?: Record<string, string>, nodeOptions?: string[]) => Promise<ServerProcess>
}

/** Measures one aspect and returns a report in Markdown. */
export type Section = (bench: Bench) => Promise<string>

/** Settings of a server in the role web. */
export const benchSettings = (url: string, secretKey: Buffer) => ({
  DATABASE_URL: url,
  SECRET_KEY: secretKey.toString('base64'),
  PUBLIC_URL,
  PORT: '0',
  ROLES: 'web',
  DEMO: 'false',
  // Requests are counted, and never refused.
  RATE_LIMIT_PER_MINUTE: '10000000',
  // All load originates from one address.
  MAX_CONNECTIONS_PER_ADDRESS: '10000',
  MAX_ANONYMOUS_SOCKETS_PER_ADDRESS: '10000',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  LOG_LEVEL: 'warn',
})

/** Opens the database that all sections of a run share. */
export async function openBench(options: BenchOptions): Promise<Bench> {
  const database = await startBenchDatabase(options.cache)
  const secretKey = options.cache ? CACHE_KEY : randomBytes(32)
  const usual = benchSettings(database.url, secretKey)
  return {
    ...database,
    options,
    secretKey,
    startEcholog: (settings = {}, nodeOptions = []) =>
      startServer(`${ROOT}src/main.ts`, { ...usual, ...settings }, [...startOptions(), ...nodeOptions]),
  }
}
