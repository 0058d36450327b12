import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { findHome } from '../../src/db/embedded/home.ts'
import { runningServer } from '../../src/db/embedded/server.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { createWebhook } from '../../src/modules/webhooks/create-webhook.ts'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { readEvents, type EventReader } from '../support/clients/event-streams.ts'
import { answers } from '../support/embedded.ts'
import { startPooler, type Pooler } from '../support/faults/pooler.ts'
import { secretKeyOf, temporaryInstallation } from '../support/installation.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const WRITERS = 6
const EVENTS =
  'subscription { events(filter: {types: [POST_CREATED]}) { ... on PostEvent { post { databaseId } } } }'

let secretKey: Buffer
let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let server: EmbeddedPostgres
let database: Database
let tenant: Tenant
let receiver: Receiver
let pooler: Pooler
let cluster: Cluster
let stream: EventReader

beforeAll(async () => {
  directory = await temporaryInstallation('bare')
  secretKey = await secretKeyOf(directory.path)
  server = await startEmbeddedPostgres({ dataDir: directory.path })
  database = await openDatabase({ url: server.url, max: 4 })
  const keys = deriveKeys(secretKey)
  const site = { publicUrl: 'http://127.0.0.1', pinned: true }
  tenant = await createTenant({ services: { db: database.kysely, keys, site } })
  receiver = await startReceiver()
  const by = {
    actorId: tenant.admin.id,
    encryptionKey: keys.encryption,
    allowedHosts: new Set(['127.0.0.1']),
  }
  await inTransaction(database.kysely, (tx) =>
    createWebhook(tx, tenant.organization.id, by, { url: `${receiver.url}/`, events: ['post_created'] }),
  )
  pooler = await startPooler(server.url, { default_pool_size: 8, query_wait_timeout: 5, server_lifetime: 5 })
  cluster = await startCluster({ database: { url: pooler.url }, secretKey }, ['web', 'worker'], {
    DATABASE_TIMEOUT: '4s',
  })
  stream = await readEvents({ url: urlOf() }, EVENTS, tenant.key)
  expect(stream.status).toBe(200)
})
afterAll(async () => {
  stream.close()
  await cluster.stop()
  await pooler.stop()
  await receiver.close()
  await database.close()
  await server.stop()
  await directory.remove()
})

const urlOf = () => cluster.urls()[0] ?? ''

/** Counts of the running test. */
type Written = { acknowledged: () => number; refused: () => number }

/** Waits until a count has grown by `by`. */
async function grown(count: () => number, by: number): Promise<void> {
  const before = count()
  await expect.poll(count).toBeGreaterThanOrEqual(before + by)
}

test.each<[name: string, disturb: (written: Written) => Promise<void>]>([
  ['PostgreSQL stopped in order and started again', () => restart('SIGINT')],
  ['PostgreSQL stopped at once and started again', () => restart('SIGQUIT')],
  [
    'its servers reconnected',
    async ({ acknowledged }) => {
      for (let time = 0; time < 10; time++) {
        await pooler.administer('RECONNECT')
        await grown(acknowledged, 1)
      }
    },
  ],
  [
    'the pooler paused for longer than a request waits',
    async ({ refused }) => {
      await pooler.administer('PAUSE')
      await grown(refused, WRITERS)
      await pooler.administer('RESUME')
    },
  ],
  [
    'the pooler killing every connection',
    async ({ refused }) => {
      const name = new URL(server.url).pathname.slice(1)
      await pooler.administer(`KILL ${name}`)
      await grown(refused, 1)
      await pooler.administer(`RESUME ${name}`).catch(() => {})
    },
  ],
])(
  'behind a pooler, writes during %s are stored or answered with 503, and no acknowledged write is lost',
  async (_name, disturb) => {
    const acknowledged = new Set<number>()
    const statuses = new Map<number, number>()
    let over = false
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!over) {
        await write(acknowledged, statuses)
        await sleep(20)
      }
    })
    await grown(() => acknowledged.size, 10)
    await disturb({ acknowledged: () => acknowledged.size, refused: () => statuses.get(503) ?? 0 })
    await grown(() => acknowledged.size, 10)
    over = true
    await Promise.all(writers)
    expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([])

    const missing = (there: Set<number>) => [...acknowledged].filter((id) => !there.has(id)).length
    const delivered = () => new Set(receiver.received.map(({ body }) => body.data.id as number))
    const streamed = () => new Set(stream.results().map(({ data }) => Number(data.events.post.databaseId)))
    const { rows } = await database.pool.query<{ id: number }>('select id from posts')
    expect(missing(new Set(rows.map(({ id }) => id)))).toBe(0)
    await expect.poll(() => missing(delivered())).toBe(0)
    await expect.poll(() => missing(streamed())).toBe(0)
    // The temporary failures were not counted as attempts.
    const tries = await database.pool.query('select from deliveries where tries > 1')
    expect(tries.rowCount).toBe(0)
    expect(cluster.members.map(({ program }) => program.process.exitCode)).toEqual([null, null])
    await answers(`${urlOf()}/readyz`, 200)
  },
)

async function write(acknowledged: Set<number>, statuses: Map<number, number>): Promise<void> {
  const response = await fetch(`${urlOf()}/api/v3/feature_requests`, {
    method: 'POST',
    headers: { ...tenant.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: `A wish behind a pooler ${Math.random()}` }),
  })
  const { id } = (await response.json()) as { id: number }
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  if (response.status === 201) acknowledged.add(id)
}

async function restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const home = findHome(directory.path, () => {})
  const running = runningServer(home.cluster)
  if (!running) throw new Error('the server is not running')
  process.kill(running.pid, signal)
  while (runningServer(home.cluster)?.pid === running.pid) await sleep(20)
  const again = await startEmbeddedPostgres({ dataDir: directory.path, port: running.port })
  const { stop } = server
  server = { ...again, stop: async () => void (await Promise.all([again.stop(), stop()])) }
}
