import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSecretKeys } from '../../src/server/lifecycle/secret-key.ts'
import { answers, killAllOf, serverPid } from '../support/embedded.ts'
import { demoKey, embeddedUrl, run, type Program } from '../support/program.ts'
import { installPrepared } from '../support/installation.ts'
import { makeSmallDisk, mayMount, type SmallDisk } from '../support/faults/small-disk.ts'

const FULL = { status: 'unavailable', problem: 'the disk of the database is full' }

describe.skipIf(!mayMount)('on a separate disk', () => {
  let disk: SmallDisk
  let program: Program
  let url: string
  let headers: Record<string, string>
  const acknowledged = new Set<number>()

  beforeAll(async () => {
    disk = makeSmallDisk('320m')
    await installPrepared('demo', disk.path)
    program = run('src/main.ts', { DATA_DIR: disk.path, PORT: '0', LOG_LEVEL: 'info' })
    url = await program.listening
    headers = { 'API-KEY': await demoKey(disk.path), 'Content-Type': 'application/json' }
  })
  afterAll(async () => {
    program.process.kill('SIGKILL')
    await program.ended
    killAllOf(disk.path)
    disk.remove()
  })

  /** Submits a post that occupies additional space. */
  async function write(): Promise<{ status: number; retryAfter: string | null; error?: string | undefined }> {
    const description = Array.from({ length: 4_000 }, () => Math.random()).join(' ')
    const response = await fetch(`${url}/api/v3/feature_requests`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: `A wish ${Math.random()}`, description }),
    })
    const { id, error } = (await response.json()) as { id: number; error?: string }
    if (response.status === 201) acknowledged.add(id)
    return { status: response.status, retryAfter: response.headers.get('Retry-After'), error }
  }

  /** Connects to the database. PostgreSQL may reject a new connection while the disk is full. */
  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(await embeddedUrl(disk.path))
    client.on('error', () => {})
    await client.connect()
    return client
  }

  async function lost(): Promise<number[]> {
    const client = await connect()
    const { rows } = await client.query<{ id: number }>('select id from posts')
    await client.end()
    const there = new Set(rows.map(({ id }) => id))
    return [...acknowledged].filter((id) => !there.has(id))
  }

  /** Waits until the service has tried this many more times to write a temporary file. */
  async function probed(client: pg.Client, times: number): Promise<void> {
    const files = async () => {
      const { rows } = await client.query<{ files: string }>(
        'select temp_files as files from pg_stat_database where datname = current_database()',
      )
      return Number(rows[0]?.files)
    }
    const count = (await files()) + times
    await expect.poll(files, { interval: 50 }).toBeGreaterThanOrEqual(count)
  }

  /** Waits until posts are accepted again. */
  const stored = () => expect.poll(async () => (await write()).status).toBe(201)

  test('responds with 503 on a full disk, reports it at /readyz until space is free, and continues to serve reads', async () => {
    expect((await write()).status).toBe(201)
    const server = serverPid(disk.path)
    const client = await connect()
    disk.fill()
    let refused = await write()
    while (refused.status === 201) refused = await write()
    expect(refused).toEqual({ status: 503, retryAfter: '5', error: 'ERROR_CODE_UNAVAILABLE' })
    expect(await answers(`${url}/readyz`, 503)).toEqual(FULL)
    await probed(client, 2)
    await client.end()
    expect(await answers(`${url}/readyz`, 503)).toEqual(FULL)
    expect(await answers(`${url}/healthz`, 200)).toEqual({ status: 'ok' })
    expect((await fetch(`${url}/api/v3/feature_requests`, { headers })).status).toBe(200)
    disk.free()
    await answers(`${url}/readyz`, 200)
    await stored()
    expect(await lost()).toEqual([])
    expect(serverPid(disk.path)).toBe(server)
    expect(program.stderr().match(/the disk of the database is full/g)).toHaveLength(1)
  })

  test('reports a PostgreSQL that stopped for lack of log space at /healthz, and restarts it once space is free', async () => {
    await stored()
    const client = await connect()
    disk.fill()
    const log = `select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))`
    // PostgreSQL ends when its log needs a new file.
    const emit = () =>
      client.query(log).then(
        () => 'written',
        () => 'ended',
      )
    await expect.poll(emit, { interval: 1 }).toBe('ended')
    await client.end().catch(() => {})
    // Fills the space that PostgreSQL freed at its end and needs at its start.
    const starved =
      <Result>(ask: () => Promise<Result>) =>
      () => {
        disk.fill()
        killAllOf(disk.path)
        return ask()
      }
    await expect.poll(starved(async () => (await write()).status)).toBe(503)
    for (const path of ['/healthz', '/readyz']) {
      const ask = starved(async () => {
        const response = await fetch(`${url}${path}`)
        return { status: response.status, body: await response.json() }
      })
      await expect.poll(ask).toEqual({ status: 503, body: FULL })
    }
    expect(program.process.exitCode).toBeNull()
    const query = starved(async () => {
      const body = JSON.stringify({ query: '{ posts { nodes { id } } }' })
      const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
      return [response.status, response.headers.get('Retry-After')]
    })
    await expect.poll(query).toEqual([503, '5'])
    disk.free()
    await answers(`${url}/healthz`, 200)
    await answers(`${url}/readyz`, 200)
    await stored()
    expect(await lost()).toEqual([])
  })

  test('SIGTERM stops a service in order whose disk is full', async () => {
    disk.fill()
    program.process.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    disk.free()
  })
})

describe.skipIf(!mayMount)('a start on a full disk', () => {
  test('prints the remedy, leaves no partial files, and succeeds once space is free', async () => {
    const disk = makeSmallDisk('320m')
    try {
      const start = () => run('src/main.ts', { DATA_DIR: disk.path, PORT: '0', LOG_LEVEL: 'error' })
      disk.fill()
      const refused = start()
      expect(await refused.ended).toBe(1)
      expect(refused.stderr()).toMatch(/Make room/)
      expect(() => openSecretKeys(disk.path)).toThrow(/secret\.key \(ENOSPC\)\. Make room on that disk/)
      // Folders, lock files and a log may exist. They are empty.
      const written = readdirSync(disk.path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'filler')
        .map(({ name, parentPath }) => join(parentPath, name))
      expect(written.filter((path) => statSync(path).size > 0)).toEqual([])
      disk.free()
      const works = start()
      await answers(`${await works.listening}/readyz`, 200)
      works.process.kill('SIGTERM')
      expect(await works.ended).toBe(0)
    } finally {
      killAllOf(disk.path)
      disk.remove()
    }
  })
})
