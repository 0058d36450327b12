import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lock } from '../../src/db/embedded/lock.ts'
import {
  answers,
  BACK_WITHIN_MS,
  killAllOf,
  killServer,
  serverBack,
  serverPid,
  serverProcesses,
  servers,
} from '../support/embedded.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { demoKey, embeddedUrl, run, type Program } from '../support/program.ts'

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let dataDir: string
let first: Program
let second: Program
let urls: string[]
let key: string
/** Ids of the posts whose creation was acknowledged. */
const acknowledged = new Set<number>()
const refusals = new Map<number, string | null>()
const programs: Program[] = []

function start(): Program {
  const program = run('src/main.ts', { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'info' })
  programs.push(program)
  return program
}

beforeAll(async () => {
  directory = await temporaryInstallation('demo')
  dataDir = directory.path
  first = start()
  const url = await first.listening
  key = await demoKey(dataDir)
  second = start()
  urls = [url, await second.listening]
})
afterAll(async () => {
  for (const program of programs) program.process.kill('SIGKILL')
  killAllOf(dataDir)
  await directory.remove()
})

async function write(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/v3/feature_requests`, {
      method: 'POST',
      headers: { 'API-KEY': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `A wish ${Math.random()}` }),
      signal: AbortSignal.timeout(30_000),
    })
    const body = (await response.json()) as { id: number }
    if (response.status === 201) acknowledged.add(body.id)
    else refusals.set(response.status, response.headers.get('Retry-After'))
    return response.status === 201
  } catch {
    return false
  }
}

/** Writes to both services while `work` runs, and until both accept writes again. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  let ended = false
  const workers = [...urls, ...urls].map(async (url) => {
    while (!ended) {
      await write(url)
      await sleep(5)
    }
  })
  try {
    await work()
    for (const url of urls) await expect.poll(() => write(url), { interval: 50 }).toBe(true)
  } finally {
    ended = true
    await Promise.all(workers)
  }
}

async function lost(): Promise<number[]> {
  const client = new pg.Client(await embeddedUrl(dataDir))
  await client.connect()
  const { rows } = await client.query<{ id: number }>('select id from posts')
  await client.end()
  return [...acknowledged].filter((id) => !rows.some((row) => row.id === id))
}

/** Waits until one server runs. A child has the name of its server for a short time. */
const oneServer = () => expect.poll(() => servers(dataDir)).toEqual([serverPid(dataDir)])
const wrote = async (count: number) => {
  const before = acknowledged.size
  await expect.poll(() => acknowledged.size - before).toBeGreaterThan(count)
}

test.each<[string, () => void]>([
  ['the server alone', () => void killServer(dataDir)],
  ['the server and its children', () => killAllOf(dataDir)],
])(
  'recovers once from %s killed during writes, on the same address and without losing an acknowledged write',
  async (_name, kill) => {
    const address = await embeddedUrl(dataDir)
    const former = serverPid(dataDir)
    await underLoad(async () => {
      await wrote(20)
      kill()
      await serverBack(dataDir, former)
    })
    // A crash is no other history: ids go on.
    expect([await lost(), Math.max(...acknowledged) < 1_000_000]).toEqual([[], true])
    expect(await embeddedUrl(dataDir)).toBe(address)
    await oneServer()
    expect([first, second].map(({ process: { exitCode } }) => exitCode)).toEqual([null, null])
    for (const url of urls) for (const path of ['/healthz', '/readyz']) await answers(url + path, 200)
    expect([...refusals]).toEqual([[503, '5']])
  },
)

test('recovers each time when killed twice in a row, and then once more through one backend', async () => {
  await underLoad(async () => {
    for (let round = 0; round < 2; round++) await serverBack(dataDir, killServer(dataDir))
    await wrote(10)
    const server = serverPid(dataDir)
    let backend = 0
    await expect.poll(async () => ([backend = 0] = await backends())).not.toEqual([])
    process.kill(backend, 'SIGKILL')
    await expect.poll(backends).not.toContain(backend)
    expect(serverPid(dataDir)).toBe(server)
    await wrote(10)
  })
  expect(await lost()).toEqual([])
})

test('restarts a server that was started by another service, which has since been killed', async () => {
  // One service remains after each was replaced once, whichever had started the current server.
  for (const index of [0, 1]) {
    const program = [first, second][index] as Program
    program.process.kill('SIGKILL')
    await program.ended
    await serverBack(dataDir, killServer(dataDir))
    await answers(`${urls[1 - index]}/readyz`, 200)
    const next = start()
    if (index === 0) first = next
    else second = next
    urls[index] = await next.listening
  }
  expect(await lost()).toEqual([])
})

test('responds with 503 at /healthz while the server cannot start, and starts it as soon as possible', async () => {
  const cluster = join(dataDir, 'postgres')
  const former = serverPid(dataDir)
  renameSync(cluster, `${cluster}.away`)
  process.kill(former, 'SIGKILL')
  const missing = { status: 'unavailable', problem: 'the data directory of the database is missing' }
  for (const url of urls) {
    expect(await answers(`${url}/healthz`, 503)).toEqual(missing)
    expect(await answers(`${url}/readyz`, 503)).toEqual(missing)
    const response = await fetch(`${url}/api/v3/feature_requests`, { headers: { 'API-KEY': key } })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5'])
  }
  renameSync(`${cluster}.away`, cluster)
  await serverBack(dataDir, former)
  for (const url of urls) for (const path of ['/healthz', '/readyz']) await answers(url + path, 200)
  await oneServer()
  expect(await lost()).toEqual([])
})

test('the last service to stop stops the server for good', async () => {
  for (const program of [first, second]) program.process.kill('SIGTERM')
  expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0])
  // A shutdown that takes longer than the services wait continues by itself.
  await expect.poll(() => serverProcesses(dataDir)).toEqual([])
  // A start in progress would hold the lock.
  const held = await lock(join(dataDir, 'postgres.lock'), 'exclusive', BACK_WITHIN_MS)
  expect(serverProcesses(dataDir)).toEqual([])
  held.release()
})

async function backends(): Promise<number[]> {
  const client = new pg.Client(await embeddedUrl(dataDir))
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'echolog_service' order by pid`,
    )
    return rows.map(({ pid }) => pid)
  } catch {
    return []
  } finally {
    await client.end().catch(() => {})
  }
}
