import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { startEmbeddedPostgres, type EmbeddedOptions } from '../../src/db/embedded/embedded.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createPartitions } from '../../src/db/history/partitions.ts'
import { ROOT } from '../support/contract/source-files.ts'

export type BenchDatabase = {
  url: string
  database: Database
  version: string
  /** Process id of the postmaster, the parent of all other PostgreSQL processes. */
  postmaster: number
  stop(): Promise<void>
}

/** Starts a migrated PostgreSQL, with the data in `.bench/` of an earlier run or with temporary data. */
export async function startBenchDatabase(
  cache: boolean,
  options: Partial<EmbeddedOptions> = {},
): Promise<BenchDatabase> {
  const dataDir = cache ? `${ROOT}.bench/data` : await temporaryDir()
  const server = await startEmbeddedPostgres({ dataDir, ...options })
  const end = async () => {
    await server.stop()
    if (!cache) await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate({ url: server.url, migrationsDir: `${ROOT}prisma/migrations` })
    const url = new URL(server.url)
    // Through the Unix socket, as the service.
    url.search = new URL(server.serviceUrl).search
    const database = await openDatabase({ url: url.href, max: 32 })
    await createPartitions(database.kysely, new Date())
    const stop = async () => {
      await database.close()
      await end()
    }
    return { url: url.href, database, stop, ...(await aboutServer(database)) }
  } catch (error) {
    await end()
    throw error
  }
}

/** Creates a directory that PostgreSQL's own user may enter, so that the data stays in it. */
export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'echolog-bench-'))
  await chmod(dir, 0o755)
  return dir
}

async function aboutServer({ pool }: Database) {
  const { rows } = await pool.query<{ version: string; pid: number }>(
    `select current_setting('server_version') as version,
       (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int as pid`,
  )
  return { version: rows[0]?.version ?? '', postmaster: rows[0]?.pid ?? 0 }
}
