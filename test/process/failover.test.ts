import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketPosts, streamPosts, type PostStream } from '../support/clients/post-streams.ts'
import { answers } from '../support/embedded.ts'
import {
  createInstallation,
  type FailoverInstallation,
  type Started,
} from '../support/faults/failover-installation.ts'
import { until } from '../support/postgres-server.ts'
import type { Json } from '../support/json.ts'

const WRITERS = 4
/** Number of acknowledged writes before the failure of the primary, and after the promotion. */
const ENOUGH = 20
/** Length of the lists in the test, and how many of the latest acknowledged posts they must contain. */
const LISTED = 100
const LATEST = 50

let installation: FailoverInstallation
let started: Started
let urls: string[]
let streams: PostStream[]

beforeAll(async () => {
  installation = await createInstallation()
  started = await installation.start(['web', 'web', 'worker', 'worker'], { hasStandby: true })
  urls = started.cluster.urls()
  const { primary } = started.servers
  await primary.query(`alter system set synchronous_standby_names = 'standby'`)
  await primary.query(`alter system set synchronous_commit = 'remote_apply'`)
  await primary.query('select pg_reload_conf()')
  const synchronous = `select from pg_stat_replication where sync_state = 'sync'`
  await until(async () => (await primary.query(synchronous)).length > 0)
  streams = await Promise.all(
    urls.flatMap((url) => [streamPosts, socketPosts].map((open) => open({ url }, installation.tenant.key))),
  )
})
afterAll(() => installation.remove())

type Answer = { status: number; body: Json }

/** Sends one request with the API key. */
async function call(url: string, title?: string): Promise<Answer> {
  const response = await fetch(`${url}/api/v3/feature_requests?per_page=${LISTED}`, {
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

/** Writes at every web process, and compares lists with the acknowledged writes, until `stop`. */
function startLoad() {
  const acknowledged = new Set<number>()
  const statuses = new Set<number>()
  const stale: number[] = []
  let sent = 0
  let over = false
  const write = async (url: string) => {
    sent++
    const { status, body } = await call(url, `A wish ${Math.random()}`)
    statuses.add(status)
    if (status === 201) acknowledged.add(body.id as number)
    else await sleep(20)
  }
  const read = async (url: string) => {
    const latest = [...acknowledged].slice(-LATEST)
    const before = sent
    const { status, body } = await call(url)
    statuses.add(status)
    if (status !== 200) return sleep(20)
    // The latest posts are in the list unless too many were written during a slow request.
    if (sent - before > LISTED - LATEST - 2 * WRITERS) return
    const there = new Set((body.feature_requests as { id: number }[]).map(({ id }) => id))
    stale.push(...latest.filter((id) => !there.has(id)))
  }
  const work = [...Array.from({ length: WRITERS }, () => write), read, read]
  const working = work.map(async (one, index) => {
    while (!over) await one(urls[index % urls.length] ?? '')
  })
  return {
    acknowledged,
    statuses,
    stale,
    async more() {
      const before = acknowledged.size
      await until(async () => acknowledged.size >= before + ENOUGH)
    },
    async stop() {
      over = true
      await Promise.allSettled(working)
    },
  }
}

test('a primary that is killed under load costs no acknowledged write, delivery, event or current response', async ({
  annotate,
}) => {
  const { servers, cluster } = started
  const { primary, standby, proxy } = servers
  const load = startLoad()
  try {
    await load.more()
    await primary.kill()
    proxy.switchTo(standby?.url ?? '')
    for (const url of urls) {
      await until(async () => (await readiness(url)).problem === 'the database is read-only')
      expect((await call(url)).status).toBe(503)
      expect((await call(url, 'rejected')).status).toBe(503)
    }
    await standby?.promote()
    const promoted = performance.now()
    // A process needs nothing but the promoted server: the first request after the promotion succeeds.
    for (const url of urls) {
      expect((await call(url, 'accepted')).status).toBe(201)
      await annotate(
        `writes of a process are back ${Math.round(performance.now() - promoted)} ms after the promotion`,
      )
    }
    await load.more()
  } finally {
    await load.stop()
  }

  expect(load.stale).toEqual([])
  expect([...load.statuses].sort()).toEqual([200, 201, 503])
  for (const url of urls) await answers(`${url}/readyz`, 200)
  expect(cluster.members.map(({ program }) => program.process.exitCode)).toEqual(
    cluster.members.map(() => null),
  )

  const rows = (await standby?.query('select id, title from posts')) as { id: number; title: string }[]
  const stored = new Set(rows.map(({ id }) => id))
  expect([...load.acknowledged].filter((id) => !stored.has(id))).toEqual([])
  expect(rows.filter(({ title }) => title === 'rejected')).toEqual([])
  await expectDeliveries(stored)
  await expectStreams(rows.map(({ title }) => title))
})

/** Expects a delivery of each post and of nothing else. Repetitions have the same id and bytes. */
async function expectDeliveries(stored: Set<number>): Promise<void> {
  const { received } = installation.receiver
  const delivered = () => new Set(received.map(({ body }) => body.data.id as number))
  await expect.poll(() => delivered().size).toBeGreaterThanOrEqual(stored.size)
  expect([...delivered()].sort(byNumber)).toEqual([...stored].sort(byNumber))
  const messages = new Set(received.map(({ headers, text }) => `${String(headers['webhook-id'])} ${text}`))
  expect(messages.size).toBe(stored.size)
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(stored.size)
}

/** Expects that every stream is open and has received the same events once, in the same order. */
async function expectStreams(titles: string[]): Promise<void> {
  const [first, ...others] = await Promise.all(streams.map((stream) => stream.received(titles.length)))
  expect(first?.map(({ title }) => title).sort()).toEqual([...titles].sort())
  for (const posts of others) expect(posts).toEqual(first)
  expect(streams.map((stream) => stream.hasEnded())).toEqual(streams.map(() => false))
  for (const stream of streams) stream.close()
}

const byNumber = (one: number, other: number) => one - other
