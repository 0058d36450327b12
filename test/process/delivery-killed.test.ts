import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

/** How often a process is killed. Default 5, or `STORM_KILLS`, such as 60 by hand. */
const KILLS = Number(process.env.STORM_KILLS ?? 5)
/** Number of acknowledged posts before a kill and between two kills, and the delay between two requests. */
const POSTS_A_KILL = 50
const MAX_POSTS_A_KILL = 200
const WRITE_EVERY_MS = 10
const MAX_WRITING = 20
const DRAINED_WITHIN_MS = 300_000

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
let receiver: Receiver
let cluster: Cluster

beforeAll(async () => {
  receiver = await startReceiver()
  for (const path of ['/one', '/two'])
    await createWebhook(app, tenant, { url: receiver.url + path, events: ['post_created'] })
  cluster = await startCluster(app, ['web', 'web', 'worker', 'worker'])
})
afterAll(async () => {
  await cluster.stop()
  await receiver.close()
})

test('web and worker processes killed at random under load lose no event and invent none', async () => {
  const acknowledged = new Set<number>()
  let isOver = false
  // The writes continue while a process is killed, and do not pile up.
  let limit = 0
  const writing = new Set<Promise<void>>()
  const storm = async () => {
    for (; !isOver; await sleep(WRITE_EVERY_MS)) {
      if (writing.size >= MAX_WRITING || acknowledged.size >= limit) continue
      const write = submit(acknowledged).finally(() => writing.delete(write))
      writing.add(write)
    }
    await Promise.all(writing)
  }
  const written = storm()
  for (let kills = 1; kills <= KILLS; kills++) {
    limit = acknowledged.size + MAX_POSTS_A_KILL
    await expect
      .poll(() => acknowledged.size, { timeout: DRAINED_WITHIN_MS })
      .toBeGreaterThanOrEqual(kills * POSTS_A_KILL)
    await sleep(Math.random() * 1_000)
    const member = cluster.members[Math.floor(Math.random() * cluster.members.length)]
    if (member) await cluster.replace(member)
  }
  isOver = true
  await written

  for (const path of ['/one', '/two'])
    await expect
      .poll(() => missing(acknowledged, path), { timeout: DRAINED_WITHIN_MS, interval: 200 })
      .toBe(0)
  await nothingInvented()
}, 900_000)

/** Submits a post at a running process. Records its id when the response acknowledges it. */
async function submit(acknowledged: Set<number>): Promise<void> {
  const urls = cluster.urls()
  const url = urls[Math.floor(Math.random() * urls.length)]
  if (url === undefined) return
  try {
    const response = await fetch(`${url}/api/v3/feature_requests`, {
      method: 'POST',
      headers: { ...tenant.key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `A wish in the storm ${Math.random()}` }),
      signal: AbortSignal.timeout(DEADLINE_MS),
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
