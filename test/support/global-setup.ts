import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { createPartitions } from '../../src/db/partitions.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
export const TEMPLATE = 'echolog_template'

/** Crash safety, which costs time, is off: tests of crashes start servers of their own. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the maintenance databases of the test servers, one a worker. */
    postgresUrls: string[]
  }
}

/**
 * Starts a PostgreSQL for each worker that has a file to run, with a migrated database as the template. The
 * horizon of the event log covers a whole server, so workers that shared one would block one another's events.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { maxWorkers } = project.config
  const files = project.vitest.state.getPaths().length
  const workers = Array.from({ length: Math.max(1, Math.min(maxWorkers, files)) })
  const servers = await Promise.all(workers.map(startServer))
  project.provide(
    'postgresUrls',
    servers.map(({ url }) => url),
  )
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()))
  }
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'echolog-test-'))
  // PostgreSQL's operating system user must be able to enter the directory when the tests run as root.
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, settings: SETTINGS })
  const client = new pg.Client(server.url)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const url = new URL(server.url)
  url.pathname = `/${TEMPLATE}`
  await migrate({ url: url.href, migrationsDir: MIGRATIONS })
  const database = await openDatabase({ url: url.href })
  await createPartitions(database.kysely, new Date())
  await database.close()
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
