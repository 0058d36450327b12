import { execFile, type ChildProcess } from 'node:child_process'
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import { ensureCluster } from '../../src/db/embedded/cluster.ts'
import { findHome, type Home } from '../../src/db/embedded/home.ts'
import { SETTINGS } from '../../src/db/embedded/launch.ts'
import { launchAs, run } from '../../src/db/embedded/run.ts'
import { hasEnded, runningServer } from '../../src/db/embedded/server.ts'
import { secretKeyOf, temporaryInstallation } from './installation.ts'
import { temporaryDirectory } from './program.ts'
import { DEADLINE_MS } from './deadline.ts'
import { freePort } from './free-port.ts'
import { killAllOf, serverProcesses } from './embedded.ts'

/** A PostgreSQL server of one test, which may be crashed, copied and promoted. */
export type PostgresServer = {
  url: string
  /** Secret key of the installation whose database it has. */
  secretKey: Buffer
  /** Starts the server and waits until it accepts connections. */
  start(): Promise<void>
  /** Stops the server in order. */
  stop(): Promise<void>
  /** Stops the server and its connections at once, without a checkpoint. */
  crash(): Promise<void>
  /** Kills the server and all its processes with SIGKILL, as a power cut does. */
  kill(): Promise<void>
  /** Creates a second server, not started, on a copy of this server's files. This server must be stopped. */
  copy(): Promise<PostgresServer>
  /** Makes the server a streaming standby of `primary` from its next start on. */
  follow(primary: PostgresServer): void
  /** Promotes a standby and waits until it accepts writes. */
  promote(): Promise<void>
  /** Runs a statement on a new connection. Default database: the service's. */
  query(statement: string, database?: string): Promise<Record<string, unknown>[]>
  /** Stops the server and removes its files. */
  remove(): Promise<void>
}

const POLL_MS = 20
const DATABASE = 'echolog'
/** Settings that a server with standbys needs, and settings that tests change while it runs. */
const OVERRIDES = { wal_level: 'replica', max_wal_senders: '10', fsync: 'off', shared_buffers: '32MB' }
const CHANGEABLE = ['synchronous_commit']

/** Creates a server, not started, with the database of an installation without an organization. */
export async function createPostgresServer(): Promise<PostgresServer> {
  const directory = await temporaryInstallation('bare')
  const home = findHome(directory.path, () => {})
  const password = await ensureCluster(home, await findBinaries(home, () => {}), () => {})
  return serverOn(directory, home, { password, secretKey: await secretKeyOf(directory.path) })
}

async function serverOn(
  directory: Awaited<ReturnType<typeof temporaryDirectory>>,
  home: Home,
  { password, secretKey }: { password: string; secretKey: Buffer },
): Promise<PostgresServer> {
  const binaries = await findBinaries(home, () => {})
  const port = await freePort()
  const urlOf = (database: string) => `postgresql://echolog:${password}@127.0.0.1:${port}/${database}`
  const settings = Object.entries({ ...SETTINGS, ...OVERRIDES })
    .filter(([name]) => !CHANGEABLE.includes(name))
    .flatMap(([name, value]) => ['-c', `${name}=${value}`])

  let program: ChildProcess | null = null
  const query = async (statement: string, database = DATABASE) => {
    const client = new pg.Client({ connectionString: urlOf(database), connectionTimeoutMillis: DEADLINE_MS })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const ended = async () => {
    if (!(await hasEnded(home.cluster, DEADLINE_MS))) throw new Error('the server does not stop')
  }
  const stop = async () => {
    if (!runningServer(home.cluster)) return
    await run(
      binaries.pgCtl,
      ['stop', `--pgdata=${home.cluster}`, '--mode=fast', '--no-wait'],
      home.user,
    ).catch(() => {})
    await ended()
  }
  return {
    url: urlOf(DATABASE),
    secretKey,
    query,
    stop,
    async start() {
      const log = openSync(join(home.dir, 'test.log'), 'a')
      const args = ['-D', home.cluster, '-p', String(port), ...settings]
      const child = await launchAs(home.user, binaries.postgres, args, ['ignore', log, log], true)
      program = child
      child.unref()
      closeSync(log)
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
        const there = await query(`select from pg_database where datname = '${DATABASE}'`, 'postgres').catch(
          () => null,
        )
        if (there?.length === 0) await query(`create database ${DATABASE}`, 'postgres')
        return there !== null
      })
    },
    async crash() {
      const running = runningServer(home.cluster)
      if (running) process.kill(running.pid, 'SIGQUIT')
      await ended()
    },
    async kill() {
      await until(async () => {
        killAllOf(home.dir)
        // PostgreSQL does not start while the process id of the former server is in use.
        const isInUse = program?.exitCode === null && program.signalCode === null
        return !isInUse && serverProcesses(home.dir).length === 0
      })
    },
    async copy() {
      const target = await temporaryDirectory()
      const copied = findHome(target.path, () => {})
      await promisify(execFile)('cp', ['-a', home.cluster, copied.cluster])
      return serverOn(target, copied, { password, secretKey })
    },
    follow(primary) {
      const { port: primaryPort } = new URL(primary.url)
      writeFileSync(join(home.cluster, 'standby.signal'), '')
      writeFileSync(
        join(home.cluster, 'postgresql.auto.conf'),
        `primary_conninfo = 'host=127.0.0.1 port=${primaryPort} user=echolog password=${password} application_name=standby'\n`,
      )
    },
    async promote() {
      await run(binaries.pgCtl, ['promote', `--pgdata=${home.cluster}`, '--no-wait'], home.user)
      await until(async () => (await query('select pg_is_in_recovery() as standby'))[0]?.standby === false)
    },
    async remove() {
      await stop()
      if (home.dir !== directory.path) rmSync(home.dir, { recursive: true, force: true })
      await directory.remove()
    },
  }
}

/** Waits until a condition holds. @throws Error on a timeout */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + DEADLINE_MS; !(await condition()); await sleep(POLL_MS))
    if (Date.now() > end) throw new Error(`the condition did not hold within ${DEADLINE_MS} ms`)
}
