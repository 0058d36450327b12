import { beforeEach, expect, test } from 'vitest'
import { quotaIn } from '../support/clients/quota.ts'
import { connect } from '../support/clients/sockets.ts'
import { advanceClock, stopClock } from '../support/clock.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const LIMIT = 60

const app = useApp({ rateLimitPerMinute: LIMIT })
let tenant: Tenant

beforeEach(async () => {
  stopClock()
  tenant = await createTenant(app)
})

const quotaOf = quotaIn(LIMIT)
const spendAllBut = (left: number, headers: Headers) =>
  Promise.all(Array.from({ length: LIMIT - left }, () => app.call('GET', '/api/v3/tags', { headers })))

const COSTLY =
  '{ posts(first: 100) { nodes { title slug createdAt updatedAt votesCount commentsCount id databaseId url bucket { id name slug } } } }'
const run = (query: string, headers = tenant.key) => app.graphql(query, {}, headers)

test('counts a unit for each thousand points, and returns the cost', async () => {
  const cheap = await run('{ tags { nodes { id } } }')
  expect(cheap.body.extensions).toEqual({
    cost: { points: 61, requested: 1, remaining: LIMIT - 1, limit: LIMIT },
  })
  expect(quotaOf(cheap).remaining).toBe(LIMIT - 1)
  const costly = await run(COSTLY)
  expect(costly.body.errors).toBeUndefined()
  const { points, requested, remaining } = costly.body.extensions.cost
  expect(points).toBeGreaterThan(1_000)
  expect(requested).toBe(Math.ceil(points / 1_000))
  expect(remaining).toBe(LIMIT - 1 - requested)
  expect(quotaOf(costly).remaining).toBe(remaining)
  // The third execution is compiled.
  for (let count = 0; count < 3; count++) await run(COSTLY)
  expect((await run(COSTLY)).body.extensions.cost).toMatchObject({ remaining: remaining - 4 * requested })
})

test('a cached answer costs what its operation does, and is refused above the limit', async () => {
  const first = await run(COSTLY)
  const { requested, points } = first.body.extensions.cost
  await run(COSTLY)
  app.statements.length = 0
  for (let times = 3; times <= Math.floor(LIMIT / requested); times++) {
    const answer = await run(COSTLY)
    const remaining = LIMIT - times * requested
    expect(answer.body).toEqual({
      data: first.body.data,
      extensions: { cost: { points, requested, remaining, limit: LIMIT } },
    })
    expect(quotaOf(answer).remaining).toBe(remaining)
    expect(answer.headers.get('etag')).toBeNull()
  }
  const refused = await run(COSTLY)
  expect(app.statements.filter((text) => !text.includes('rate_limit'))).toEqual([])
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe(String(quotaOf(refused).resetsIn))
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(refused.body).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED', status: 429 } }] })
})

test('an unchanged answer by GET costs what its operation does', async () => {
  const path = `/graphql?query=${encodeURIComponent(COSTLY)}`
  const get = (tag?: string | null) =>
    app.call('GET', path, { headers: { ...tenant.key, ...(tag && { 'If-None-Match': tag }) } })
  const first = await get()
  const { requested } = first.body.extensions.cost
  for (let times = 2; times <= 5; times++) {
    const { status, headers } = await get(first.headers.get('etag'))
    expect([status, headers.get('etag')]).toEqual([304, first.headers.get('etag')])
    expect(quotaOf({ headers }).remaining).toBe(LIMIT - times * requested)
  }
})

test('counts each mutation of an operation, and executes none of them above the limit', async () => {
  const create = (index: number) => `m${index}: createTag(input: { name: "tag ${index}" }) { tag { id } }`
  const batch = (from: number, count: number) =>
    run(
      `mutation { ${Array.from({ length: count }, (_, index) => create(from + index)).join(' ')} }`,
      tenant.keyAndAdmin,
    )
  const first = await batch(0, 5)
  expect(first.body.extensions.cost).toMatchObject({ requested: 5, remaining: LIMIT - 5 })
  await spendAllBut(8, tenant.key)
  const refused = await batch(5, 5)
  expect(refused.status).toBe(429)
  const { remaining, resetsIn } = quotaOf(refused)
  expect(refused.body).toEqual({
    errors: [
      {
        message: `Too many requests: the limit is ${LIMIT} per minute`,
        extensions: { code: 'RATE_LIMITED', status: 429, retryAfter: resetsIn },
      },
    ],
  })
  expect(refused.headers.get('retry-after')).toBe(String(resetsIn))
  // A refused operation costs one unit.
  expect(remaining).toBe(8 - 5 - 1)
  const { rows } = await app.database.pool.query(
    'select count(*)::int as count from tags where organization_id = $1',
    [tenant.organization.id],
  )
  expect(rows).toEqual([{ count: 5 }])
})

test('counts an invalid operation as one unit, and refuses the next ones before they are parsed', async () => {
  for (let count = 1; count <= 3; count++) {
    const answer = await run('{ nothing }')
    expect(answer.status).toBe(400)
    expect(quotaOf(answer).remaining).toBe(LIMIT - count)
  }
  await spendAllBut(3, tenant.key)
  expect((await run('{ nothing }')).status).toBe(429)
})

test('has the cost in the event of a query, and counts the start of a stream', async () => {
  const ask = (query: string) =>
    fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { ...tenant.key, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    })
  const text = await (await ask('{ __typename }')).text()
  expect(text).toContain(
    `"extensions":{"cost":{"points":1,"requested":1,"remaining":${LIMIT - 1},"limit":${LIMIT}}}`,
  )
  const stream = await ask('subscription { events { id } }')
  expect(stream.headers.get('content-type')).toContain('text/event-stream')
  expect(quotaOf(stream).remaining).toBe(LIMIT - 2)
  await stream.body?.cancel()
})

test('refuses operations of a socket above the limit, and keeps the socket', async () => {
  const socket = await connect(app, tenant.key)
  const is = (id: string, type: string) => (message: { id?: string; type: string }) =>
    message.id === id && message.type === type
  socket.subscribe('one', '{ __typename }')
  const one = await socket.received(is('one', 'next'))
  expect(one.payload.extensions.cost).toMatchObject({ requested: 1, remaining: LIMIT - 1 })
  socket.subscribe('stream', 'subscription { events { id } }')
  await spendAllBut(2, tenant.key)
  socket.subscribe('two', '{ __typename }')
  const two = await socket.received(is('two', 'error'))
  expect(two.payload[0].extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  expect(two.payload[0].extensions.retryAfter).toBeGreaterThan(0)
  advanceClock(60_000)
  socket.subscribe('three', '{ __typename }')
  expect((await socket.received(is('three', 'next'))).payload.data).toEqual({ __typename: 'Query' })
  expect(socket.closed).toBeNull()
  socket.socket.close()
  await socket.end()
})
