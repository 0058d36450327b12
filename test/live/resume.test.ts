import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { type Client, connect, subscriptionsOpen, until } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const other = useApp({ beside: app })
const tenant = useTenant(app)

const QUERY =
  'subscription ($after: ID) { events(filter: {types: [POST_CREATED]}, after: $after) { id ... on PostEvent { post { title tags { name } } } } }'

let written: string[] = []
const write = async (through: TestApp, title: string) => {
  const { status } = await through.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title },
  })
  if (status === 201) written.push(title)
}
const seen = (client: Client, id = '1') =>
  client
    .results(id)
    .map(({ data }) => ({ id: data.events.id as string, title: data.events.post.title as string }))

test('a subscriber that resumes during writes misses no event and receives none twice', async () => {
  written = []
  const first = await connect(app, tenant.key)
  first.subscribe('1', QUERY)
  await subscriptionsOpen(app, 1)
  let writing = true
  const writers = [app, other, app, other].map(async (through, writer) => {
    for (let count = 0; writing; count++) await write(through, `w${writer}-${count}`)
  })
  await until(() => seen(first).length >= 20)
  const [start] = seen(first)
  // Each reader resumes after the first event, at a different time and at alternating processes.
  const readers: Client[] = []
  for (let count = 0; count < 12; count++) {
    const reader = await connect(count % 2 ? app : other, tenant.key)
    readers.push(reader)
    reader.subscribe('1', QUERY, { after: start?.id })
    await until(() => written.length >= 30 + count * 30)
  }
  writing = false
  await Promise.all(writers)
  expect(written.length).toBeGreaterThan(300)
  await until(() => seen(first).length >= written.length)
  const order = seen(first).map(({ title }) => title)
  expect(new Set(order).size).toBe(order.length)
  expect([...order].sort()).toEqual([...written].sort())
  for (const reader of readers) {
    await until(() => seen(reader).length >= order.length - 1)
    expect(seen(reader).map(({ title }) => title)).toEqual(order.slice(1))
    reader.socket.close()
  }
  first.socket.close()
})

test('a long history is read in batches, concurrently for many readers', async () => {
  const beginning = 'subscription { events(filter: {types: [POST_CREATED]}, after: "AFTER") { id } }'
  const { body } = await app.graphql(
    '{ events(first: 1, filter: {types: [POST_CREATED]}) { nodes { id } } }',
    {},
    tenant.key,
  )
  const after = body.data.events.nodes[0].id as string
  const all = written.length - 1
  app.statements.length = 0
  const clients = await Promise.all(Array.from({ length: 10 }, () => connect(app, tenant.key)))
  for (const client of clients) client.subscribe('1', beginning.replace('AFTER', after))
  await until(() => clients.every((client) => client.results('1').length >= all))
  for (const client of clients) {
    const ids = client.results('1').map(({ data }) => data.events.id as string)
    expect(ids.length).toBe(all)
    expect(new Set(ids).size).toBe(all)
    client.socket.close()
  }
})

test('subscribers with the same operation share one execution per event, regardless of their cursors', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => connect(app, tenant.key)))
  const [latest] = (await app.graphql('{ events(last: 1) { nodes { id } } }', {}, tenant.key)).body.data
    .events.nodes
  clients.forEach((client, index) => client.subscribe('1', QUERY, index % 2 ? { after: latest.id } : {}))
  await subscriptionsOpen(app, 20)
  app.statements.length = 0
  await write(app, 'for all of them')
  await until(() => clients.every((client) => client.results('1').length > 0))
  expect(clients.map((client) => seen(client).map(({ title }) => title))).toEqual(
    clients.map(() => ['for all of them']),
  )
  expect(app.statements.filter((text) => /post_tags/.test(text)).length).toBeLessThanOrEqual(3)
  for (const client of clients) client.socket.close()
})

test.each([
  ['viewerVote', 'castVote', ['UP', null]],
  ['viewerSubscribed', 'subscribeToPost', [true, false]],
])('team members who share executions still receive their own %s', async (field, mutation, expected) => {
  const { body } = await app.call('POST', '/api/v3/feature_requests', {
    headers: tenant.key,
    body: { title: 'voted' },
  })
  const postId = body.id as number
  const members = await Promise.all([tenant.member('member'), tenant.member('member')])
  const query = `subscription ($id: ID!) { postEvents(postId: $id, filter: { types: [POST_UPDATED] }) { ... on PostEvent { post { ${field} } } } }`
  const clients = await Promise.all(members.map(({ session }) => connect(app, session)))
  for (const client of clients) client.subscribe('1', query, { id: `post_${postId}` })
  await app.graphql(
    `mutation ($id: ID!) { ${mutation}(input: { id: $id }) { post { id } } }`,
    { id: `post_${postId}` },
    members[0]?.session,
  )
  await subscriptionsOpen(app, 2)
  await app.call('PATCH', `/api/v3/feature_requests/${postId}`, {
    headers: tenant.key,
    body: { title: 'changed' },
  })
  await until(() => clients.every((client) => client.results('1').length > 0))
  expect(clients.map((client) => client.results('1').at(-1)?.data.postEvents.post[field])).toEqual(expected)
  for (const client of clients) client.socket.close()
})
