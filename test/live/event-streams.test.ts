import { expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const EVENTS = 'subscription { events { id ... on PostEvent { post { title } } } }'
const createPost = (title: string) =>
  app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
const titlesOf = (events: { data: { data: { events: { post: { title: string } } } } }[]) =>
  events.map(({ data }) => data.data.events.post.title)

test('an open subscription has sent its headers, and delivers later events with their ids', async () => {
  const reader = await readEvents(app, EVENTS, tenant.key)
  expect(reader.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8')
  expect(reader.headers.get('X-Request-Id')).toBeTruthy()
  await createPost('first')
  const [event] = await reader.received(1)
  expect(event).toMatchObject({ event: 'next', data: { data: { events: { post: { title: 'first' } } } } })
  expect(event?.id).toBe(event?.data.data.events.id)
  reader.close()
})

test.each([
  ['after is not an argument', EVENTS, {}],
  [
    'after is omitted',
    'subscription ($after: ID) { events(after: $after) { id ... on PostEvent { post { title } } } }',
    {},
  ],
  [
    'after is null',
    'subscription ($after: ID) { events(after: $after) { id ... on PostEvent { post { title } } } }',
    { after: null },
  ],
])('Last-Event-ID resumes a subscription where %s', async (_name, query, variables) => {
  const before = await readEvents(app, query, tenant.key, variables)
  for (const title of ['a', 'b', 'c']) await createPost(title)
  const events = await before.received(3)
  before.close()
  const last = { ...tenant.key, 'Last-Event-ID': events[0]?.id ?? '' }
  const after = await readEvents(app, query, last, variables)
  await createPost('d')
  expect(titlesOf(await after.received(3))).toEqual(['b', 'c', 'd'])
  after.close()
})

test.each([
  ['after', 1, 0],
  ['Last-Event-ID', 0, 1],
])('the later of after and Last-Event-ID applies: %s', async (_name, given, last) => {
  const before = await readEvents(app, EVENTS, tenant.key)
  for (const title of ['one', 'two', 'three']) await createPost(title)
  const ids = (await before.received(3)).map(({ id = '' }) => id)
  before.close()
  const query = `subscription { events(after: "${ids[given]}") { id ... on PostEvent { post { title } } } }`
  const after = await readEvents(app, query, { ...tenant.key, 'Last-Event-ID': ids[last] ?? '' })
  expect(titlesOf(await after.received(1))).toEqual(['three'])
  after.close()
})

test('a query receives one result and completes', async () => {
  const reader = await readEvents(app, '{ __typename }', tenant.key)
  expect(await reader.end()).toEqual([
    { event: 'next', data: { data: { __typename: 'Query' } } },
    { event: 'complete', data: null },
  ])
})

test('a client that also accepts JSON receives queries as JSON and subscriptions as a stream', async () => {
  const Accept = 'application/graphql-response+json, application/json, text/event-stream'
  const query = await readEvents(app, '{ __typename }', { ...tenant.key, Accept })
  expect(query.body).toEqual({ data: { __typename: 'Query' } })
  const subscription = await readEvents(app, EVENTS, { ...tenant.key, Accept })
  expect(subscription.headers.get('Content-Type')).toContain('text/event-stream')
  subscription.close()
})

test.each([
  ['an invalid credential', EVENTS, { 'API-KEY': 'hn_unknown' }, 401, 'UNAUTHORIZED'],
  ['no credential', EVENTS, {}, 401, 'UNAUTHORIZED'],
  ['a syntax error', 'subscription {', null, 400, 'INVALID_PARAM'],
  ['an unknown field', 'subscription { nothing }', null, 400, 'INVALID_PARAM'],
  ['an invalid cursor', 'subscription { events(after: "evt_x") { id } }', null, 400, 'INVALID_PARAM'],
  ['an unknown post', 'subscription { postEvents(postId: "post_9999") { id } }', null, 404, 'NOT_FOUND'],
  [
    'too many aliases',
    `{ ${Array.from({ length: 40 }, (_, n) => `a${n}: post(by: { databaseId: 1 }) { id }`).join(' ')} }`,
    null,
    400,
    'INVALID_PARAM',
  ],
])('rejects %s as JSON with its status', async (_name, query, headers, status, code) => {
  const reader = await readEvents(app, query, headers ?? tenant.key)
  expect(reader.headers.get('Content-Type')).toContain('application/json')
  expect({ status: reader.status, ...reader.body.errors[0].extensions }).toMatchObject({ status, code })
  expect(reader.body.errors[0].extensions.http).toBeUndefined()
})

test('rejects a subscription that does not accept a stream, and leaves nothing open', async () => {
  const { status, body } = await app.graphql(EVENTS, {}, tenant.key)
  expect({ status, code: body.errors[0].extensions.code }).toEqual({
    status: 406,
    code: 'INVALID_PARAM',
  })
})

test('a GET request streams queries and subscriptions, but no mutation', async () => {
  const get = (query: string) =>
    fetch(`${app.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { ...tenant.key, Accept: 'text/event-stream' },
    })
  expect((await get('mutation { createTag(input: { name: "by get" }) { tag { id } } }')).status).toBe(405)
  const { body } = await app.graphql('{ tags { nodes { name } } }', {}, tenant.key)
  expect(body).toEqual({ data: { tags: { nodes: [] } } })
  const streamed = await get('{ __typename }')
  expect(await streamed.text()).toBe(
    ':\n\nevent: next\ndata: {"data":{"__typename":"Query"}}\n\nevent: complete\ndata:\n\n',
  )
  const response = await get(EVENTS)
  expect(response.headers.get('Content-Type')).toContain('text/event-stream')
  await response.body?.cancel()
})
