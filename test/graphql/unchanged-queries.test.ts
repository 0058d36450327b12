import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Answer, type TestApp } from '../support/app.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const QUERY = '{ posts(first: 3) { nodes { title } } }'
const WEAK = /^W\/"[\w-]{22}"$/

const publicUrl = 'https://feedback.example.com'
const app = useApp({ publicUrl })
const tenant = useTenant(app)
/** A process that stores no responses. */
let storeless: TestApp

beforeAll(async () => {
  storeless = await startApp({ beside: app, publicUrl, responseCacheMb: 0 })
  await createPost(app, tenant, 'A wish')
})
afterAll(() => storeless.stop())

const get = (query = QUERY, headers: Headers = tenant.key, server: TestApp = app): Promise<Answer> =>
  server.call('GET', `/graphql?query=${encodeURIComponent(query)}`, { headers })
const lasting = ({ headers }: Answer) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !/^(date|x-request-id|ratelimit|content-length)$/.test(name)),
  )

test('a GET of a query has a weak tag, and 304 without a run of the query while nothing changes', async () => {
  const first = await get()
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(WEAK)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')
  for (const server of [app, storeless, app, storeless]) {
    server.statements.length = 0
    for (const sent of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const { status, text, headers } = await get(QUERY, { ...tenant.key, 'If-None-Match': sent }, server)
      expect([status, text, headers.get('etag')]).toEqual([304, '', tag])
    }
    expect(server.statements).toEqual([])
  }
  await createPost(storeless, tenant, 'Another wish')
  const next = await get(QUERY, { ...tenant.key, 'If-None-Match': tag })
  expect(next.status).toBe(200)
  expect(next.body.data.posts.nodes[0]).toEqual({ title: 'Another wish' })
  expect(next.headers.get('etag')).not.toBe(tag)
})

test('a tag is for its credential, its document and its media type', async () => {
  const tag = (await get()).headers.get('etag') ?? ''
  const { token } = await putGrant(app, tenant, tenant, { scopes: ['posts:read'] })
  const accept = { Accept: 'application/graphql-response+json' }
  for (const [query, headers] of [
    [QUERY, token],
    [`${QUERY} `, tenant.key],
    [QUERY, { ...tenant.key, ...accept }],
  ] as const)
    expect((await get(query, { ...headers, 'If-None-Match': tag })).status).toBe(200)
})

test.each<[string, () => Promise<Answer>]>([
  ['a query of a person', () => get(QUERY, tenant.keyAndAdmin)],
  ['a personal field', () => get('{ posts { nodes { viewerVote } } }')],
  ['an error beside data', () => get('{ posts { nodes { title } } apiKey(by: { databaseId: 1 }) { id } }')],
  ['an invalid query', () => get('{ nothing }')],
  ['a POST', () => app.graphql(QUERY, {}, tenant.key)],
])('%s has no tag and must not be stored', async (_what, ask) => {
  for (let times = 0; times < 3; times++) {
    const { headers } = await ask()
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  }
})

test.each<[string, () => Promise<Answer>]>([
  ['a GET', () => get()],
  ['a POST', () => app.graphql(QUERY, {}, tenant.key)],
  [
    'a POST of the other media type',
    () => app.graphql(QUERY, {}, { ...tenant.key, Accept: 'application/graphql-response+json' }),
  ],
])('%s from the cache has the headers and the data of a computed one', async (_what, ask) => {
  const computed = await ask()
  await ask()
  app.statements.length = 0
  const cached = await ask()
  expect(app.statements).toEqual([])
  expect(lasting(cached)).toEqual(lasting(computed))
  expect(cached.body.data).toEqual(computed.body.data)
})

test('variables, the operation and the view of the caller have their own answers', async () => {
  await createPost(app, tenant, 'Newest')
  const document =
    'query A($first: Int) { posts(first: $first) { nodes { title } } } query B { tags { nodes { name } } }'
  const { token } = await putGrant(app, tenant, tenant, { scopes: ['tags:read'] })
  const ask = async (headers: Headers, operationName: string, first: number | null) =>
    (
      await app.call('POST', '/graphql', {
        headers,
        body: { query: document, operationName, variables: { first } },
      })
    ).body
  for (let times = 0; times < 3; times++) {
    expect((await ask(tenant.key, 'A', 1)).data.posts.nodes).toHaveLength(1)
    expect((await ask(tenant.key, 'A', 2)).data.posts.nodes).toHaveLength(2)
    expect((await ask(tenant.key, 'B', 1)).data.tags.nodes).toEqual([])
    expect((await ask(token, 'B', 1)).data.tags.nodes).toEqual([])
    expect((await ask(token, 'A', 1)).errors[0].extensions.code).toBe('MISSING_SCOPE')
  }
})

test('a body in parts, a large one and one after another on a connection are answered', async () => {
  const small = JSON.stringify({ query: QUERY })
  const large = JSON.stringify({ query: `${QUERY} # ${'x'.repeat(17_000)}` })
  const head = (body: string) =>
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAPI-KEY: ${tenant.key['API-KEY']}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => (received += chunk.toString()))
  const answers = () => received.match(/"data":\{"posts"/g)?.length ?? 0
  let asked = 0
  for (const body of [small, small, large, small, large]) {
    for (const pause of [0, 20, 150]) {
      const text = head(body) + body
      const cut = text.length - 20
      socket.write(text.slice(0, cut))
      await sleep(pause)
      socket.write(text.slice(cut))
      asked++
      await expect.poll(answers).toBe(asked)
    }
  }
  // Pipelined.
  socket.write((head(small) + small).repeat(3))
  await expect.poll(answers).toBe(asked + 3)
  socket.destroy()
  expect(received).not.toContain('HTTP/1.1 4')
})
