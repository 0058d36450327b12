import pg from 'pg'
import type { Bench } from '../bench.ts'
import { countCpu } from '../cpu-time.ts'
import { resetReceiver, whatCame } from '../peers/receiver-client.ts'
import type { ServerProcess } from '../server-process.ts'
import { repeatedly } from '../write-posts.ts'
import type { Version } from './version.ts'

const WEBHOOKS = 50
const WRITERS = 8
const POLL_MS = 100

/** Deliveries a second, and microseconds of CPU of the worker and PostgreSQL for each. */
export type Backlog = { rate: number; cpu: number }

const CREATE = `mutation ($url: URL!) { createWebhook(input: { url: $url, events: [POST_CREATED] }) { __typename } }`

/** Creates the webhooks of a version. @throws Error for an error response */
export async function createWebhooks(version: Version, web: ServerProcess, receiver: string): Promise<void> {
  for (let index = 0; index < WEBHOOKS; index++)
    await post(version, `${web.url}/graphql`, {
      query: CREATE,
      variables: { url: `${receiver}/${index}` },
    })
}

/** Measures a backlog of deliveries, from the start of one worker process to the last receipt. */
export async function workOff(
  bench: Bench,
  version: Version,
  { web, receiver, events }: { web: ServerProcess; receiver: ServerProcess; events: number },
): Promise<Backlog> {
  const count = events * WEBHOOKS
  await repeatedly(events, WRITERS, () =>
    post(version, `${web.url}/api/v3/feature_requests`, { title: `Wish ${Math.random()}` }),
  )
  await waitForPending(version, count)
  await resetReceiver(receiver)
  const worker = await version.start({ ROLES: 'worker' })
  const used = countCpu([worker.pid], bench.postmaster)
  const { first, last, count: received } = await whatCame(receiver, count)
  const { servers, postgres } = used()
  await worker.stop()
  if (received !== count) throw new Error(`${version.name}: received ${received} deliveries of ${count}`)
  return { rate: (count * 1000) / (last - first), cpu: ((servers + postgres) * 1e6) / count }
}

/** @throws Error for an error response */
async function post({ admin }: Version, url: string, body: object): Promise<void> {
  const { apiKey, sessionToken } = admin
  const headers = {
    'API-KEY': apiKey,
    Authorization: `Bearer ${sessionToken}`,
    'Content-Type': 'application/json',
  }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok || text.includes('"errors"'))
    throw new Error(`${url} responded ${response.status}: ${text}`)
}

async function waitForPending({ url }: Version, count: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  const countOf = async () =>
    (await client.query(`select from deliveries where state = 'pending'`)).rowCount ?? 0
  while ((await countOf()) < count) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  await client.end()
}
