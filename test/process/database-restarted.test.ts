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
import { DEADLINE_MS } from '../support/deadline.ts'
import { secretKeyOf, temporaryInstallation } from '../support/installation.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

/** How often all connections are killed. Default 10, or `STORM_KILLS`, such as 60 by hand. */
const KILLS = Number(process.env.STORM_KILLS ?? 10)
/** Number of acknowledged writes between two kills. */
const WRITES_BETWEEN = 5

let secretKey: Buffer
let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let server: EmbeddedPostgres
let database: Database
let tenant: Tenant
let receiver: Receiver
let cluster: Cluster

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
  cluster = await startCluster({ database: { url: server.url }, secretKey }, ['web', 'worker'])
})
afterAll(async () => {
  await cluster.stop()
  await receiver.close()
  await database.close()
  await server.stop()
  await directory.remove()
})

test(
  'connections killed repeatedly and a crashed database stop no process and lose no acknowledged write',
  async () => {
    const acknowledged = new Set<number>()
    const wrote = (count: number) => {
      const enough = acknowledged.size + count
      return expect.poll(() => acknowledged.size).toBeGreaterThanOrEqual(enough)
    }
    let over = false
    const writing = writeUntil(() => over, acknowledged)
    for (let kills = 0; kills < KILLS; kills++) {
      await killConnections()
      await wrote(WRITES_BETWEEN)
      if (kills === Math.floor(KILLS / 2)) await restartAtOnce()
    }
    // The service works as before. The throughput depends on the load of the machine.
    await wrote(20)
    over = true
    await writing
    const ended = cluster.members.filter(({ program }) => program.process.exitCode !== null)
    expect(ended.map(({ program }) => program.stderr())).toEqual([])

    const there = () => new Set(receiver.received.map(({ body }) => body.data.id as number))
    await expect
      .poll(() => [...acknowledged].filter((id) => !there().has(id)).length, {
        interval: 200,
      })
      .toBe(0)
  },
  KILLS * 2_000 + 600_000,
)

async function writeUntil(isOver: () => boolean, acknowledged: Set<number>): Promise<void> {
  const workers = Array.from({ length: 4 }, async () => {
    while (!isOver()) {
      await write(acknowledged)
      await sleep(20)
    }
  })
  await Promise.all(workers)
}

/** Submits a post. Returns true when the response acknowledges it. */
async function write(acknowledged: Set<number>): Promise<boolean> {
  try {
    const response = await fetch(`${cluster.urls()[0]}/api/v3/feature_requests`, {
      method: 'POST',
      headers: { ...tenant.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `A wish in the storm ${Math.random()}` }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    })
    const { id } = (await response.json()) as { id: number }
    if (response.status === 201) acknowledged.add(id)
    else expect([500, 503]).toContain(response.status)
    return response.status === 201
  } catch {
    return false
  }
}

async function killConnections(): Promise<void> {
  await database.pool
    .query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')
    .catch(() => {})
}

/** Restarts the server as after a power cut: without closing connections and without a checkpoint. */
async function restartAtOnce(): Promise<void> {
  const home = findHome(directory.path, () => {})
  const running = runningServer(home.cluster)
  if (!running) throw new Error('the server is not running')
  process.kill(running.pid, 'SIGQUIT')
  while (runningServer(home.cluster)?.pid === running.pid) await sleep(20)
  const again = await startEmbeddedPostgres({ dataDir: directory.path, port: running.port })
  const { stop } = server
  server = { ...again, stop: async () => void (await Promise.all([again.stop(), stop()])) }
}
