import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const CONNECTIONS = 4
/** One and a half for each connection, of which one organization alone has two thirds. */
const TURNS_OF_ONE = 4
const READS = 12

const app = await startApp({ connections: CONNECTIONS, responseCacheMb: 0 })
afterAll(() => app.stop())

let busy: Tenant
let other: Tenant
let locker: pg.Client

beforeEach(async () => {
  busy = await createTenant(app)
  other = await createTenant(app)
  locker = new pg.Client({ connectionString: app.database.url })
  await locker.connect()
  await locker.query('begin; lock table posts in access exclusive mode')
  app.statements.length = 0
})
afterEach(() => locker.end())

const startedReads = () => app.statements.filter((text) => /\bfrom posts p\b/.test(text)).length
const unlock = () => locker.query('commit')

/** Requests a page of posts, each with its own size, over REST or GraphQL. Resolves with the status. */
async function requestPosts(tenant: Tenant, size: number, signal?: AbortSignal): Promise<number> {
  const url = app.url + (size % 2 === 0 ? `/api/v3/feature_requests?per_page=${size}` : '/graphql')
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...tenant.key },
    body: JSON.stringify({ query: `{ posts(first: ${size}) { nodes { id } } }` }),
  }
  const options = size % 2 === 0 ? { headers: tenant.key } : post
  const response = await fetch(url, { ...options, signal: signal ?? null })
  await response.arrayBuffer()
  return response.status
}

test('reads that wait for a turn leave turns to other organizations, and are all answered', async () => {
  const answers = Array.from({ length: READS }, (_, index) => requestPosts(busy, index + 1))
  await expect.poll(startedReads).toBeGreaterThan(0)
  const { status } = await app.call('GET', '/api/v3/customers', { headers: other.key })
  expect(status).toBe(200)
  await unlock()
  expect(await Promise.all(answers)).toEqual(Array.from({ length: READS }, () => 200))
  expect(startedReads()).toBe(READS)
})

test('a read whose client is gone before its turn does not run', async () => {
  const first = Array.from({ length: TURNS_OF_ONE }, (_, index) => requestPosts(busy, index + 1))
  await expect.poll(startedReads).toBeGreaterThan(0)
  const gone = new AbortController()
  const later = Array.from({ length: READS }, (_, index) => requestPosts(busy, index + 20, gone.signal))
  const settled = Promise.allSettled(later)
  // A request that is answered was received after the others.
  const { status } = await app.call('GET', '/api/v3/customers', { headers: other.key })
  expect(status).toBe(200)
  gone.abort()
  expect((await settled).map(({ status: outcome }) => outcome)).toEqual(later.map(() => 'rejected'))
  // The server has noticed the ends of the connections when it answers a new one.
  expect((await app.call('GET', '/api/v3/customers', { headers: other.key })).status).toBe(200)
  await unlock()
  expect(await Promise.all(first)).toEqual(first.map(() => 200))
  expect((await app.call('GET', '/api/v3/feature_requests', { headers: busy.key })).status).toBe(200)
  expect(startedReads()).toBe(TURNS_OF_ONE + 1)
})
