import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { connect } from '../support/clients/sockets.ts'

let app: TestApp
let production: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  production = await startApp({ production: true })
  tenant = await createTenant(app)
})
afterAll(() => Promise.all([app.stop(), production.stop()]))

const nested = (depth: number): string => (depth === 0 ? '{ id }' : `{ mergedInto ${nested(depth - 1)} }`)

test.each([
  ['too deep', `subscription { postEvents(postId: 1) { ... on PostEvent { post ${nested(14)} } } }`],
  [
    'of too many aliases',
    `subscription { events { ${Array.from({ length: 40 }, (_, n) => `a${n}: id`).join(' ')} } }`,
  ],
  ['of too many tokens', `{ ${'__typename '.repeat(2500)} }`],
  ['too long', `{ __typename } # ${'x'.repeat(20_000)}`],
  [
    'too costly',
    'subscription { postEvents(postId: 1) { ... on PostEvent { post { comments(first: 100) { nodes { post { comments(first: 100) { nodes { post { comments(first: 100) { nodes { id } } } } } } } } } } } }',
  ],
  ['with a NUL', '{ customers(filter: { search: "\\u0000" }) { nodes { id } } }'],
  ['of two fields at once', 'subscription { events { id } statusCounts { count } }'],
  ['not named', 'query A { __typename } query B { __typename }'],
])('rejects an operation that is %s before it runs', async (_name, query) => {
  const client = await connect(app, tenant.key)
  app.statements.length = 0
  client.subscribe('1', query)
  const { payload } = await client.received(({ type }) => type === 'error')
  expect(payload[0].extensions).toMatchObject({ code: 'INVALID_PARAM', status: 400 })
  expect(payload[0].extensions.http).toBeUndefined()
  expect(app.statements.filter((text) => /from "?(events|posts|comments)/.test(text))).toEqual([])
  client.socket.close()
})

test('applies the same limits to variables', async () => {
  const client = await connect(app, tenant.key)
  const query = 'query ($q: String) { customers(filter: { search: $q }) { nodes { id } } }'
  let deep: object = {}
  for (let level = 0; level < 60; level++) deep = { deep }
  client.subscribe('nul', query, { q: 'a\0b' })
  client.subscribe('deep', query, deep as Record<string, unknown>)
  client.subscribe('type', 'subscription ($after: ID) { events(after: $after) { id } }', { after: 7.5 })
  for (const operation of ['nul', 'deep', 'type']) {
    const { payload } = await client.received(({ id, type }) => id === operation && type === 'error')
    expect(payload[0].extensions.code).toBe('INVALID_PARAM')
  }
  client.socket.close()
})

test('limits a socket to 100 concurrent operations', async () => {
  const client = await connect(app, tenant.key)
  for (let count = 1; count <= 100; count++) client.subscribe(`s${count}`, 'subscription { events { id } }')
  client.subscribe('one more', '{ __typename }')
  const { id, payload } = await client.received(({ type }) => type === 'error')
  expect({ id, ...payload[0].extensions }).toMatchObject({
    id: 'one more',
    code: 'RATE_LIMITED',
    status: 429,
  })
  client.send({ id: 's1', type: 'complete' })
  client.subscribe('instead', '{ __typename }')
  await client.received((message) => message.id === 'instead' && message.type === 'complete')
  client.socket.close()
})

test('answers introspection and suggestions in production only with a credential', async () => {
  const there = await createTenant(production)
  const introspection = '{ __schema { queryType { name } } }'
  const stranger = await connect(production)
  stranger.subscribe('1', introspection)
  const { payload: hidden } = await stranger.received(({ type }) => type === 'error')
  expect(hidden[0].message).toContain('introspection')
  stranger.subscribe('2', '{ postss { id } }')
  const { payload } = await stranger.received(({ id, type }) => id === '2' && type === 'error')
  expect(JSON.stringify(payload)).not.toContain('posts"')
  const known = await connect(production, there.key)
  known.subscribe('1', introspection)
  expect((await known.received(({ type }) => type === 'next')).payload.data.__schema.queryType.name).toBe(
    'Query',
  )
  stranger.socket.close()
  known.socket.close()
})
