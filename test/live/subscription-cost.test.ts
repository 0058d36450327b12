import { afterEach, expect, test } from 'vitest'
import { readEvents, type EventReader } from '../support/clients/event-streams.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { connect } from '../support/clients/sockets.ts'
import { useApp } from '../support/use.ts'

const MAX = 10_000

let readers: EventReader[] = []

const app = useApp({ quotas: { subscriptionCost: MAX } })
afterEach(() => {
  for (const reader of readers) reader.close()
  readers = []
})

const PAGE = 'comments(first: 100) { nodes { id } }'
/** A document of its own for each name, which costs about 300. */
const dear = (name: string) =>
  `subscription { events { ... on PostEvent { post { ${name}: title ${PAGE} } } } }`

async function begin(headers: Headers, query: string, variables?: Record<string, unknown>) {
  const reader = await readEvents(app, query, headers, variables)
  readers.push(reader)
  return reader
}

/** Calls `next` until one is refused. Returns the refusal and how many began. */
async function beginUntilRefused(next: (index: number) => Promise<EventReader>) {
  for (let index = 0; index < 300; index++) {
    const { status, body } = await next(index)
    if (status !== 200) return { status, message: body.errors[0].message as string, began: index }
  }
  throw new Error('nothing was refused')
}

async function createPost(headers: Headers): Promise<number> {
  const { status, body } = await app.call('POST', '/api/v3/feature_requests', {
    headers,
    body: { title: 'x' },
  })
  expect(status).toBe(201)
  return body.feature_request?.id ?? body.id
}

test('what the distinct subscriptions of an organization cost is bounded, and what ends makes room', async () => {
  const tenant = await createTenant(app)
  const { status, message, began } = await beginUntilRefused((index) => begin(tenant.key, dear(`a${index}`)))
  expect(status).toBe(429)
  expect(message).toMatch(
    /^The open subscriptions of an organization can cost at most 10000, and this one costs \d{3}: /,
  )
  expect(began).toBeGreaterThan(20)
  expect(readers.at(-1)?.headers.get('retry-after')).not.toBeNull()
  const client = await connect(app, tenant.key)
  client.subscribe('1', dear('by_socket'))
  const { payload } = await client.received(({ type }) => type === 'error')
  expect(payload[0].extensions).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
  client.socket.close()
  // A subscription that shares an open one costs nothing. Another organization has its own budget.
  expect((await begin(tenant.key, dear('a0'))).status).toBe(200)
  expect((await begin((await createTenant(app)).key, dear('a'))).status).toBe(200)
  await createPost(tenant.key)
  await readers[1]?.received(1)
  readers[1]?.close()
  await expect.poll(async () => (await begin(tenant.key, dear('instead'))).status).toBe(200)
})

test('those who get the same answers count once, and for as long as one of them is there', async () => {
  const tenant = await createTenant(app)
  for (let index = 0; index < 60; index++) expect((await begin(tenant.key, dear('same'))).status).toBe(200)
  await createPost(tenant.key)
  for (const reader of readers) await reader.received(1)
  const [last] = readers
  for (const reader of readers.splice(1)) reader.close()
  const { began } = await beginUntilRefused((index) => begin(tenant.key, dear(`a${index}`)))
  const without = await createTenant(app)
  last?.close()
  const { began: more } = await beginUntilRefused((index) => begin(without.key, dear(`a${index}`)))
  expect(more).toBe(began + 1)
})

test('variables and the texts of documents count, the latter once', async () => {
  const tenant = await createTenant(app)
  const query =
    'subscription ($c: String) { events { ... on PostEvent { post { comments(after: $c) { nodes { id } } } } } }'
  expect((await begin(tenant.key, query, { c: 'c'.repeat(MAX) })).status).toBe(429)
  expect((await begin(tenant.key, query, { c: 'c' })).status).toBe(200)
  const long = (count: number) =>
    `subscription ($c: String) { events { ${'id '.repeat(count)} ... on PostEvent { post { comments(first: 1, after: $c) { nodes { id } } } } } }`
  expect((await begin(tenant.key, long(90), { c: '' })).body).toBe(null)
  const { began } = await beginUntilRefused((index) => begin(tenant.key, long(90), { c: `${index}` }))
  const { began: another } = await beginUntilRefused((index) =>
    begin(tenant.key, long(91 + index), { c: '' }),
  )
  expect(began).toBeGreaterThan(another)
})

test('one customer does not take what others need, nor do all customers take what the team needs', async () => {
  const tenant = await createTenant(app)
  const id = await createPost(tenant.key)
  const customer = (name: string) => tenant.sso({ email: `${name}@example.com`, name })
  const own = (name: string) =>
    `subscription { postEvents(postId: "post_${id}") { ... on PostEvent { post { ${name}: title ${PAGE} } } } }`
  const one = await customer('one')
  const { message, began } = await beginUntilRefused((index) => begin(one, own(`a${index}`)))
  expect(message).toContain('The open subscriptions of a customer can cost at most 1000,')
  expect(began).toBeGreaterThan(1)
  const all = await beginUntilRefused(async (index) => begin(await customer(`c${index}`), own('a0')))
  expect(all.message).toContain(
    'The open subscriptions of the customers of an organization can cost at most 5000,',
  )
  expect(all.began).toBeGreaterThan(5)
  expect((await begin(tenant.key, dear('a'))).status).toBe(200)
})
