import { request as send } from 'node:http'
import { expect, test } from 'vitest'
import { documentCache } from '../../src/graphql/execution/document-cache.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const production = useApp({ production: true })
const tenant = useTenant(app)
const tenantThere = useTenant(production)

const JSON_TYPE = 'application/json; charset=utf-8'
const refusal = (status: number, code = 'INVALID_PARAM') => ({
  errors: [{ message: expect.any(String), extensions: { code, status } }],
})
const nestedText = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('rejects a query of more than 20,000 characters before parsing it', async () => {
  const { status, body } = await app.graphql(`{ __typename } # ${'x'.repeat(20_000)}`, {}, tenant.key)
  expect(status).toBe(400)
  expect(body).toMatchObject(refusal(400))
  expect((await app.graphql(`{ __typename } # ${'x'.repeat(19_000)}`, {}, tenant.key)).status).toBe(200)
})

test('caches parsed documents up to a number of characters, the latest used', () => {
  const cache = documentCache(10)
  const document = { kind: 'Document', definitions: [] } as never
  for (const text of ['aaaa', 'bbbb']) cache.set(text, document)
  cache.get('aaaa')
  cache.set('cccc', document)
  expect(['aaaa', 'bbbb', 'cccc', 'd'.repeat(11)].map((text) => !!cache.get(text))).toEqual([
    true,
    false,
    true,
    false,
  ])
  cache.set('d'.repeat(11), document)
  expect(cache.get('d'.repeat(11))).toBeUndefined()
})

test('computes the cost from the given variables, regardless of earlier runs', async () => {
  const comments = 'comments(first: 100) @include(if: $b) { nodes { replies(first: 100) { nodes { id } } } }'
  const query = `query ($b: Boolean!) { posts(first: 100) { nodes { id ${comments} } } }`
  expect((await app.graphql(query, { b: false }, tenant.key)).body.errors).toBeUndefined()
  expect((await app.graphql(query, { b: true }, tenant.key)).body).toMatchObject(refusal(400))
})

test('counts a page once when its items are selected in a fragment', async () => {
  const page = (below: string) => `{ ...on PostConnection { nodes { comments { ${below} } } } }`
  const replies =
    '...on CommentConnection { nodes { replies { ...on CommentConnection { nodes { id body } } } } }'
  expect((await app.graphql(`{ posts ${page(replies)} }`, {}, tenant.key)).body).toMatchObject(refusal(400))
})

test('rejects an operation too large to be counted', async () => {
  const fragments = [0, 1, 2].map(
    (index) => `fragment F${index} on Tag { ${`...F${index + 1} `.repeat(25)} }`,
  )
  const query = `{ tags { nodes { ...F0 } } } ${fragments.join(' ')} fragment F3 on Tag { id }`
  const { body } = await app.graphql(query, {}, tenant.key)
  expect(body).toMatchObject(refusal(400))
  expect(body.errors[0].message).toContain('selects more than 3000 fields')
})

/** Sends a request with a Host header, which `fetch` sets itself. */
const callAs = (host: string, base: string) =>
  new Promise<{ status?: number | undefined; type?: string | undefined; text: string }>((resolve, reject) => {
    const request = send(
      `${base}/graphql?query=%7B__typename%7D`,
      { headers: { Host: host } },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], text }),
        )
      },
    )
    request.on('error', reject).end()
  })

test.each(['a b', '[', '[::1', 'x:99999999', '%00', '<s>', 'x/y', 'x?y'])(
  'rejects the Host %s, which forms no URL',
  async (host) => {
    const { status, type, text } = await callAs(host, app.url)
    expect({ status, type }).toEqual({ status: 400, type: JSON_TYPE })
    expect(JSON.parse(text)).toMatchObject(refusal(400))
  },
)

test('resolves the fields selected by the named operation alone', async () => {
  await app.graphql(
    'mutation { createPost(input: { title: "Of B" }) { post { id } } }',
    {},
    tenant.keyAndAdmin,
  )
  const query =
    'query A { ...F } query B { ...F posts { nodes { title status { id } } } } fragment F on Query { posts { nodes { id } } }'
  for (const operationName of ['A', 'B', 'A']) {
    const { status, body } = await app.call('POST', '/graphql', {
      headers: tenant.key,
      body: { query, operationName },
    })
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined })
    if (operationName === 'B') expect(body.data.posts.nodes[0].title).toBe('Of B')
  }
})

test('rejects variables that are nested too deeply', async () => {
  const body = `{"query":"{ __typename }","variables":{"a":${nestedText(200_000)}}}`
  const answer = await app.call('POST', '/graphql', {
    headers: { ...tenant.key, 'Content-Type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject(refusal(400, 'INVALID_FORMAT'))
})

test.each([60, 100_000])('rejects REST input nested %i levels deep as invalid', async (depth) => {
  const { status, text } = await app.call('POST', '/api/v3/customers/import', {
    headers: { ...tenant.key, 'Content-Type': 'application/json' },
    body: `{"customers":[{"email":"deep@example.com","custom_fields":{"a":${nestedText(depth)}}}]}`,
  })
  expect({ status, text: status < 500 ? '' : text }).not.toMatchObject({ status: 500 })
  const { body } = await app.graphql('{ customers { nodes { email } } }', {}, tenant.key)
  expect(JSON.stringify(body)).not.toContain('deep@example.com')
})

test.each([
  ['GET', '/graphql?query=%7B__typename%7D&variables=%7B', undefined, 400],
  ['GET', '/graphql', undefined, 400],
  ['POST', '/graphql', {}, 400],
  ['POST', '/graphql', undefined, 400],
  ['POST', '/graphql', { query: '{ __typename }', other: 1 }, 400],
  ['POST', '/graphql', [], 400, 'INVALID_FORMAT'],
  ['PUT', '/graphql', {}, 405, 'METHOD_NOT_ALLOWED'],
  ['GET', '/graphql?query=mutation%7B__typename%7D', undefined, 405, 'METHOD_NOT_ALLOWED'],
  ['GET', '/graphql/x', undefined, 404, 'NOT_FOUND'],
  ['POST', '/graphql', 'a=b', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['POST', '/graphql', { query: 'x'.repeat(1_100_000) }, 413, 'PAYLOAD_TOO_LARGE'],
])('rejects %s %s in the form of GraphQL', async (method, path, sent, status, code?: string) => {
  const answer = await app.call(method, path, { headers: tenant.key, body: sent })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE)
  expect(answer.body).toEqual(refusal(status, code))
})

test('returns JSON when another type is requested', async () => {
  const answer = await production.call('GET', '/graphql?query=%7B__typename%7D', {
    headers: { ...tenantThere.key, Accept: 'text/html' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe(JSON_TYPE)
  expect(answer.body).toEqual({ data: { __typename: 'Query' } })
})

test('adds suggestions to errors in production only with a valid credential', async () => {
  const message = async (headers: Record<string, string>) =>
    String((await production.graphql('{ postss { nodes { id } } }', {}, headers)).body.errors[0].message)
  expect(await message(tenantThere.key)).toContain('Did you mean "posts"')
  expect(await message({})).toBe('Cannot query field "postss" on type "Query".')
  expect(await message({ 'API-KEY': 'hn_nothing' })).not.toContain('Did you mean')
  expect(await message(tenantThere.key)).toContain('Did you mean "posts"')
})

test('serves the explorer as one self-contained page', async () => {
  const { status, text } = await app.call('GET', '/graphql', { headers: { Accept: 'text/html' } })
  expect(status).toBe(200)
  expect(text).toContain('<title>Echolog</title>')
  expect(text).not.toMatch(/<(script|link)[^>]+(src|href)="?https?:/)
})
