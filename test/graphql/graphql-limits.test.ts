import { expect, test } from 'vitest'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const production = useApp({ production: true })
const tenant = useTenant(app)
const tenantThere = useTenant(production)

const nested = (depth: number): string => (depth === 0 ? '{ id }' : `{ mergedInto ${nested(depth - 1)} }`)

const many = (count: number, selectionOf: (index: number) => string) =>
  `{ ${Array.from({ length: count }, (_, index) => selectionOf(index)).join(' ')} }`

test.each([
  ['too deep', `{ posts { nodes ${nested(14)} } }`, 'The operation has more than 12 levels of fields'],
  [
    'too many aliases',
    many(40, (index) => `a${index}: post(by: { databaseId: 1 }) { id }`),
    'The operation has more than 30 aliases',
  ],
  [
    'too many aliases of __typename',
    many(40, (index) => `a${index}: __typename`),
    'The operation has more than 30 aliases',
  ],
  ['too many tokens', `{ ${'id '.repeat(2500)} }`, 'The document has more than 2000 tokens'],
  [
    'too costly',
    '{ posts(first: 100) { nodes { comments(first: 100) { nodes { post { comments(first: 100) { nodes { id } } } } } } } }',
    /cost/,
  ],
  ['a NUL in a literal', '{ customers(filter: { search: "\\u0000" }) { nodes { id } } }', /NUL/],
])('rejects an operation that is %s before it runs', async (_name, query, message) => {
  app.statements.length = 0
  const { body } = await app.graphql(query, {}, tenant.key)
  expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_PARAM', status: 400 })
  expect(body.errors[0].message).toMatch(message)
  expect(body.data ?? null).toBeNull()
  expect(app.statements.filter((text) => /from "?(posts|users|comments)/.test(text))).toEqual([])
})

test('returns 21 errors at most, with those of introspection', async () => {
  const query = many(25, (index) => `a${index}: __schema { types { name } } none${index}`)
  expect((await production.graphql(query)).body.errors).toHaveLength(21)
})

test('rejects a NUL or a lone surrogate in a variable', async () => {
  for (const q of ['a\0b', 'a\ud800b']) {
    const { body } = await app.graphql(
      'query ($q: String) { customers(filter: { search: $q }) { nodes { id } } }',
      { q },
      tenant.key,
    )
    expect(body.errors[0].extensions.code).toBe('INVALID_PARAM')
  }
})

test('rejects forms, and mutations by GET', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const { status } = await app.call('POST', '/graphql', {
      headers: { ...tenant.key, 'Content-Type': type },
      body: 'query={__typename}',
    })
    expect(status).toBe(415)
  }
  const mutation = encodeURIComponent('mutation { createTag(input: { name: "by get" }) { tag { id } } }')
  expect((await app.call('GET', `/graphql?query=${mutation}`, { headers: tenant.key })).status).toBe(405)
  const query = encodeURIComponent('{ tags { nodes { name } } }')
  const { body } = await app.call('GET', `/graphql?query=${query}`, {
    headers: { ...tenant.key, Accept: 'application/json' },
  })
  expect(body).toEqual({ data: { tags: { nodes: [] } } })
})

test('rejects a body over 1 MB, and over 64 kB without a valid credential', async () => {
  const padded = `{ __typename } # ${'x'.repeat(70_000)}`
  expect((await app.graphql(padded, {}, tenant.key)).status).toBe(400)
  expect((await app.graphql(padded)).status).toBe(413)
  expect((await app.graphql(padded, {}, { 'API-KEY': 'hn_wrong' })).status).toBe(401)
  for (const path of ['/session', '/oauth/token'])
    expect(
      (await app.call('POST', path, { headers: { Origin: app.url }, body: { email: 'x'.repeat(70_000) } }))
        .status,
    ).toBe(413)
  expect((await app.graphql(`{ __typename } # ${'x'.repeat(1_100_000)}`, {}, tenant.key)).status).toBe(413)
})

test('rejects the whole request with 401 for an invalid credential', async () => {
  const { status, body } = await app.graphql('{ __typename }', {}, { 'API-KEY': 'hn_nothing' })
  expect({ status, code: body.errors[0].extensions.code }).toEqual({
    status: 401,
    code: 'UNAUTHORIZED',
  })
})

test('answers introspection and suggestions in production only with a credential', async () => {
  const introspection = '{ __schema { queryType { name } } }'
  expect((await production.graphql(introspection)).body.errors).toBeDefined()
  expect(
    (await production.graphql(introspection, {}, tenantThere.key)).body.data.__schema.queryType.name,
  ).toBe('Query')
  expect((await production.graphql('{ postss { id } }')).text).not.toContain('posts"')
  expect((await app.graphql(introspection)).body.data.__schema.queryType.name).toBe('Query')
  const browser = { Accept: 'text/html' }
  expect((await app.call('GET', '/graphql', { headers: browser })).text).toContain('<html')
  expect((await production.call('GET', '/graphql', { headers: browser })).text).not.toContain('<html')
})

test('masks an unexpected error, without SQL and stack', async () => {
  await app.database.pool.query('alter table tags rename to hidden_tags')
  const { body, text } = await app.graphql('{ tags { nodes { name } } }', {}, tenant.key)
  const rest = await app.call('GET', '/api/v3/tags', { headers: tenant.key })
  await app.database.pool.query('alter table hidden_tags rename to tags')
  expect(body.errors[0]).toMatchObject({
    message: 'Something went wrong',
    extensions: { code: 'INTERNAL', status: 500 },
  })
  expect(rest.body).toMatchObject({
    status: 500,
    error: 'ERROR_CODE_INTERNAL',
    message: 'Something went wrong',
  })
  for (const answer of [text, rest.text]) expect(answer).not.toMatch(/relation|select|hidden|\.ts/)
})
