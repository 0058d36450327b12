import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { createInstallation, type FailoverInstallation } from '../support/faults/failover-installation.ts'
import { until } from '../support/postgres-server.ts'
import { run } from '../support/program.ts'

const WRITERS = 3
const ENOUGH = 20
const EVENTS =
  'subscription { events(filter: {types: [POST_CREATED]}) { ... on PostEvent { post { title } } } }'

let installation: FailoverInstallation

beforeAll(async () => {
  installation = await createInstallation()
})
afterEach(() => installation.reset(), 60_000)
afterAll(() => installation.remove(), 60_000)

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Answer = { status: number; body: any }

/** Sends one request with the API key. */
async function call(url: string, title?: string): Promise<Answer> {
  const response = await fetch(`${url}/api/v3/feature_requests?per_page=100`, {
    method: title === undefined ? 'GET' : 'POST',
    headers: { ...installation.tenant.key, 'Content-Type': 'application/json' },
    ...(title !== undefined && { body: JSON.stringify({ title }) }),
  })
  return { status: response.status, body: await response.json() }
}

async function readiness(url: string): Promise<{ status: number; problem?: string }> {
  const response = await fetch(`${url}/readyz`)
  return { ...((await response.json()) as object), status: response.status }
}

test('a synchronous failover loses no acknowledged write, in lists, deliveries and streams', async () => {
  const { servers, cluster, url } = await installation.start(['web', 'worker'], { hasStandby: true })
  const { primary, standby, proxy } = servers
  await primary.query(`alter system set synchronous_standby_names = 'standby'`)
  await primary.query(`alter system set synchronous_commit = 'remote_apply'`)
  await primary.query('select pg_reload_conf()')
  const synchronous = `select from pg_stat_replication where sync_state = 'sync'`
  await until(async () => (await primary.query(synchronous)).length > 0)
  const stream = await readEvents({ url }, EVENTS, installation.tenant.key)
  expect(stream.status).toBe(200)

  const acknowledged = new Set<number>()
  const statuses = new Set<number>()
  const stale: number[] = []
  let over = false
  const write = async () => {
    const { status, body } = await call(url, `A wish ${Math.random()}`)
    statuses.add(status)
    if (status === 201) acknowledged.add(body.id as number)
    else await sleep(20)
  }
  const read = async () => {
    const least = [...acknowledged].slice(-90)
    const { status, body } = await call(url)
    statuses.add(status)
    if (status !== 200) return sleep(20)
    const there = new Set((body.feature_requests as { id: number }[]).map(({ id }) => id))
    stale.push(...least.filter((id) => !there.has(id)))
  }
  const workers = [...Array.from({ length: WRITERS }, () => write), read].map(async (work) => {
    while (!over) await work()
  })
  const more = async () => {
    const before = acknowledged.size
    await until(async () => acknowledged.size >= before + ENOUGH)
  }
  try {
    await more()
    await primary.crash()
    proxy.switchTo(standby?.url ?? '')
    await until(async () => (await readiness(url)).problem === 'the database is read-only')
    expect((await call(url)).status).toBe(503)
    await standby?.promote()
    await more()
  } finally {
    over = true
    await Promise.allSettled(workers)
  }

  expect(stale).toEqual([])
  expect([...statuses].sort()).toEqual([200, 201, 503])
  expect((await readiness(url)).status).toBe(200)
  expect(cluster.members.map(({ program }) => program.process.exitCode)).toEqual([null, null])
  const stored =
    (await standby?.query('select id from posts order by id'))?.map(({ id }) => id as number) ?? []
  expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([])
  const delivered = () =>
    installation.receiver.received.map(({ body }) => body.data.id as number).sort(byNumber)
  await until(async () => delivered().length >= stored.length)
  expect(delivered()).toEqual(stored)
  await stream.received(stored.length, 30_000)
  const streamed = stream.results().map(({ data }) => data.events.post.title as string)
  const titles = await standby?.query('select title from posts')
  expect(streamed.sort()).toEqual(titles?.map(({ title }) => title as string).sort())
  stream.close()
})

const byNumber = (one: number, other: number) => one - other

test('a server that becomes read-only is not used for reads and writes until it accepts writes again', async () => {
  const { servers, url, submit, titles } = await installation.start(['web'])
  await submit('before')
  for (let times = 0; times < 3; times++) await titles(50)
  const setReadOnly = async (value: 'on' | 'off') => {
    await servers.primary.query(
      `alter database echolog set default_transaction_read_only = ${value}`,
      'postgres',
    )
    servers.proxy.cut()
  }
  await setReadOnly('on')
  await until(async () => (await readiness(url)).problem === 'the database is read-only')
  expect(await call(url, 'refused')).toMatchObject({ status: 503 })
  expect(await call(url)).toMatchObject({ status: 503 })
  await setReadOnly('off')
  await until(async () => (await readiness(url)).status === 200)
  expect(await submit('after')).toBe('after')
  expect(await titles(50)).toEqual(['before', 'after'])
})

test('a server that becomes read-only under open connections is not used once it rejects a write', async () => {
  const { servers, url, submit } = await installation.start(['web'])
  await submit('before')
  await servers.primary.query('alter system set default_transaction_read_only = on')
  await servers.primary.query('select pg_reload_conf()')
  await until(async () => (await call(url, 'refused')).status === 503)
  expect((await readiness(url)).problem).toBe('the database is read-only')
  await servers.primary.query('alter system reset default_transaction_read_only')
  await servers.primary.query('select pg_reload_conf()')
  await until(async () => (await readiness(url)).status === 200)
  expect(await submit('after')).toBe('after')
})

test('a process started on a standby exits with a message that names the cause', async () => {
  const { servers } = await installation.start([], { hasStandby: true })
  const program = run('src/main.ts', {
    DATABASE_URL: servers.standby?.url ?? '',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toContain('set DATABASE_URL to the primary server')
})
