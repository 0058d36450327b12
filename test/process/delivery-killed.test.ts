import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'

/** Duration of the storm in seconds. Default 20, or `STORM_SECONDS`, such as 120 by hand. */
const SECONDS = Number(process.env.STORM_SECONDS ?? 20)
const CHANGES_A_SECOND = 100
const DRAINED_WITHIN_MS = 60_000

let app: TestApp
let tenant: Tenant
let receiver: Receiver
let cluster: Cluster

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1'] })
  tenant = await createTenant(app)
  receiver = await startReceiver()
  for (const path of ['/one', '/two'])
    await createWebhook(app, tenant, { url: receiver.url + path, events: ['post_created'] })
  cluster = await startCluster(app, ['web', 'web', 'worker', 'worker'])
})
afterAll(async () => {
  await cluster.stop()
  await receiver.close()
  await app.stop()
})

test(
  'web and worker processes killed at random under load lose no event and invent none',
  async () => {
    const acknowledged = new Set<number>()
    const end = Date.now() + SECONDS * 1_000
    const kills = killNowAndThen(end)
    const writing: Promise<void>[] = []
    for (let due = Date.now(); due < end; due += 1_000 / CHANGES_A_SECOND) {
      await sleep(Math.max(0, due - Date.now()))
      writing.push(write(acknowledged))
    }
    await Promise.all(writing)
    expect(await kills).toBeGreaterThan(2)
    // Proves that the storm had load, on a machine of any speed.
    expect(acknowledged.size).toBeGreaterThan(SECONDS * 5)

    for (const path of ['/one', '/two'])
      await expect
        .poll(() => missing(acknowledged, path), { timeout: DRAINED_WITHIN_MS, interval: 200 })
        .toBe(0)
    await nothingInvented()
  },
  SECONDS * 1_000 + 120_000,
)

async function killNowAndThen(end: number): Promise<number> {
  const pause = () => Math.min(SECONDS * 100, 5_000) + Math.random() * Math.min(SECONDS * 150, 10_000)
  for (let kills = 0; ; kills++) {
    await sleep(pause())
    if (Date.now() > end) return kills
    const member = cluster.members[Math.floor(Math.random() * cluster.members.length)]
    if (member) await cluster.replace(member)
  }
}

/** Submits a post at a running process. Records its id when the response acknowledges it. */
async function write(acknowledged: Set<number>): Promise<void> {
  const urls = cluster.urls()
  const url = urls[Math.floor(Math.random() * urls.length)]
  if (url === undefined) return
  try {
    const response = await fetch(`${url}/api/v3/feature_requests`, {
      method: 'POST',
      headers: { ...tenant.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `A wish in the storm ${Math.random()}` }),
      signal: AbortSignal.timeout(10_000),
    })
    const { id } = (await response.json()) as { id: number }
    if (response.status === 201) acknowledged.add(id)
  } catch {
    // The process was killed before it acknowledged the post.
  }
}

const idsAt = (path: string) =>
  receiver.received.filter((message) => message.path === path).map(({ body }) => body.data.id as number)

function missing(acknowledged: Set<number>, path: string): number {
  const there = new Set(idsAt(path))
  return [...acknowledged].filter((id) => !there.has(id)).length
}

/** Expects that every delivered post is stored, and that copies of an event have the same id and bytes. */
async function nothingInvented(): Promise<void> {
  const { rows } = await app.database.pool.query<{ id: number }>('select id from posts')
  const stored = new Set(rows.map(({ id }) => id))
  const seen = new Map<string, string>()
  for (const { body, headers, path } of receiver.received) {
    expect(stored.has(body.data.id as number)).toBe(true)
    const key = `${path} ${String(body.data.id)}`
    expect(headers['webhook-id']).toBe(seen.get(key) ?? headers['webhook-id'])
    seen.set(key, String(headers['webhook-id']))
  }
}
