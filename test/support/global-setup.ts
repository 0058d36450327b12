import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { createPartitions } from '../../src/db/history/partitions.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { distribute } from '../../src/db/sharding/distribute.ts'
import { buildProgram } from './build-program.ts'
import { CLUSTER, createCluster, onEachServer, sealDatabase } from './citus.ts'
import { STATEMENTS } from './program-statements.ts'
import { prepareInstallations } from './prepare-installations.ts'
import { BUILD } from './program.ts'

export const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations', import.meta.url))
const TESTS = fileURLToPath(new URL('..', import.meta.url))
export const TEMPLATE = 'echolog_template'
/** Parts of each table on a cluster. */
const SHARDS = 4

/**
 * Crash safety, which costs time, is off: tests of crashes start servers of their own. The kernel copies the files
 * of a template.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  file_copy_method: 'clone',
  // The log may be in memory.
  max_wal_size: '256MB',
}

/** No password: its check, which each connection repeats, takes CPU time. */
const ACCESS = 'host all all 127.0.0.1/32 trust\n'

declare module 'vitest' {
  interface ProvidedContext {
    /** URLs of the maintenance databases of the test servers, one a worker. */
    postgresUrls: string[]
    /** Directory of the statements that the service sends during the run. */
    statementsDirectory: string
    /** Whether all test files run, except those of Citus. */
    isWholeRun: boolean
    /** Parent of the data directories of `prepareInstallations`. Null if the run has no file that copies them. */
    installations: string | null
  }
}

/**
 * Starts a PostgreSQL for each worker that has a file to run, with a migrated database as the template. A test then
 * meets no sessions, checkpoints and vacuums of another worker.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { maxWorkers } = project.config
  const files = project.vitest.state.getPaths()
  const count = Math.max(1, Math.min(maxWorkers, files.length))
  // Continuous integration gives one directory to the two runs that are all tests together.
  const shared = process.env[STATEMENTS]
  const statements = shared ?? (await mkdtemp(join(tmpdir(), 'echolog-statements-')))
  project.provide('statementsDirectory', statements)
  project.provide('isWholeRun', shared !== undefined || isWhole(files, project.config.testNamePattern))
  // The workers inherit it, and pass it on to the programs that they start.
  process.env[STATEMENTS] = statements
  const directories = CLUSTER ? [] : await Promise.all(Array.from({ length: count }, createDirectory))
  if (CLUSTER) await createDistributedTemplate()
  const [servers, installations] = await Promise.all([
    startServers(directories),
    files.some(isOfProcesses) ? prepareProcesses() : null,
  ])
  project.provide('installations', installations?.path ?? null)
  project.provide('postgresUrls', CLUSTER ? [CLUSTER] : servers.map(({ url }) => url))
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    if (CLUSTER) await onEachServer(`drop database ${TEMPLATE}`)
    if (shared === undefined) await rm(statements, { recursive: true, force: true })
    await installations?.remove()
    await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })))
  }
}

/**
 * Directory of Linux whose files are in memory. Creating and dropping a database there takes an eighth of the CPU time.
 */
const MEMORY = '/dev/shm'
/** Space in memory from which it is used. Containers have 64 MB by default. */
const MIN_BYTES = 8 * 2 ** 30

/** Directory for the data of test servers. */
async function parentOfData(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  return free < MIN_BYTES ? tmpdir() : MEMORY
}

/** Whether all test files run with all of their tests, except those of Citus, which npm has not. */
function isWhole(files: string[], pattern: RegExp | undefined): boolean {
  const all = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.test.ts') && !path.startsWith('citus'),
  )
  return pattern === undefined && all.every((path) => files.includes(join(TESTS, path)))
}

/** Whether a test file starts many processes or servers. */
const isOfProcesses = (path: string) =>
  /\/test\/(process\/|client\/package|db\/embedded|oauth\/(app-revocation|secrets-at-rest))/.test(path)

/** Builds the programs, and data directories with them. The workers inherit the name of the build's directory. */
async function prepareProcesses(): ReturnType<typeof prepareInstallations> {
  process.env[BUILD] = await buildProgram()
  return prepareInstallations()
}

async function createDirectory(): Promise<string> {
  const path = await mkdtemp(join(await parentOfData(), 'echolog-test-'))
  // PostgreSQL's operating system user must be able to enter the directory when the tests run as root.
  await chmod(path, 0o755)
  await writeFile(accessFile(path), ACCESS)
  return path
}

const accessFile = (directory: string) => join(directory, 'access.conf')

/** Creates one cluster with the template, and copies of it while its server is stopped. */
async function startServers([first, ...others]: string[]): Promise<EmbeddedPostgres[]> {
  if (first === undefined) return []
  const start = (dataDir: string) =>
    startEmbeddedPostgres({ dataDir, settings: { ...SETTINGS, hba_file: accessFile(dataDir) } })
  const server = await start(first)
  await createTemplate(server.url)
  if (others.length === 0) return [server]
  await server.stop()
  const files = ['postgres', 'postgres.password'].map((name) => join(first, name))
  for (const directory of others) await promisify(execFile)('cp', ['-a', ...files, directory])
  return Promise.all([first, ...others].map(start))
}

async function createTemplate(server: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  const url = new URL(server)
  url.pathname = `/${TEMPLATE}`
  const database = await migrated(url.href)
  await database.close()
}

/** Creates the template on the cluster, with its tables distributed. */
async function createDistributedTemplate(): Promise<void> {
  await onEachServer(`drop database if exists ${TEMPLATE} with (force)`)
  const database = await migrated(await createCluster(TEMPLATE))
  await distribute(database.kysely, { shards: SHARDS })
  await database.close()
  await sealDatabase(TEMPLATE)
}

async function migrated(url: string): Promise<Database> {
  await migrate({ url, migrationsDir: MIGRATIONS })
  const database = await openDatabase({ url })
  await createPartitions(database.kysely, new Date())
  // A copy has another history. Without one its ids begin with 1, as those of a new database.
  await database.kysely.deleteFrom('idHistory').execute()
  return database
}
