import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { serverOfWorker } from '../support/database.ts'
import { installPrepared } from '../support/installation.ts'

/** Cleanup functions of a test, run in reverse order. */
export const ends: (() => Promise<unknown> | void)[] = []

/** Runs every cleanup function. For `afterEach` or `afterAll`. */
export async function cleanUp(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

export function temporary(): string {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'echolog-embedded-')))
  chmodSync(dir, 0o755)
  ends.push(() => rmSync(dir, { recursive: true, force: true, maxRetries: 20 }))
  return dir
}

/** Creates a temporary data directory whose first start is over. */
export async function installed(): Promise<string> {
  const dataDir = temporary()
  await installPrepared('bare', dataDir)
  return dataDir
}

/** Creates an empty database on the server of this worker. Returns its URL. */
export async function emptyDatabase(): Promise<string> {
  const server = serverOfWorker()
  const name = `empty_${randomBytes(6).toString('hex')}`
  await query(server, `CREATE DATABASE ${name}`)
  ends.push(async () => void (await query(server, `DROP DATABASE ${name} WITH (FORCE)`)))
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

export async function start(dataDir: string, port?: number, settings: Record<string, string> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, port, settings })
  ends.push(() => server.stop())
  return server
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}

const PROGRAM = `
  const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('../../src/db/embedded/embedded.ts', import.meta.url).href)})
  process.on('SIGINT', () => console.log('interrupted'))
  try {
    const { url, stop } = await startEmbeddedPostgres({ dataDir: process.argv[1] })
    process.on('SIGTERM', () => stop().then(() => process.exit(0)))
    setInterval(() => {}, 1000)
    console.log(url)
  } catch (error) {
    console.log(error.message)
    process.exit(1)
  }`

export function spawnChild(dataDir: string, uid?: number): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, dataDir], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  ends.push(() => void child.kill('SIGKILL'))
  return child
}

/** Starts a process that uses `dataDir` until it is killed or asked to stop. */
export async function startChild(dataDir: string, uid?: number) {
  const child = spawnChild(dataDir, uid)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  ends.push(async () => {
    child.kill('SIGTERM')
    await exited
  })
  const line = await new Promise<string>((resolve) =>
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  if (!line.startsWith('postgresql:')) throw new Error(line)
  return {
    url: line,
    pid: child.pid ?? 0,
    /** Resolves once the process has received its first SIGINT. */
    interrupted: new Promise<void>((resolve) => child.stdout?.once('data', () => resolve())),
    async kill(signal: NodeJS.Signals) {
      child.kill(signal)
      await exited
    },
  }
}

/** Writes `files`, named relative to the existing directory `dir`. Returns `dir`. */
export function write(dir: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  return dir
}
