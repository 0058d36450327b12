import { expect, expectTypeOf, test, vi } from 'vitest'
import { createClient, dataOf, graphql, type Credential } from '../../src/client/index.ts'
import { operationOf } from '../../src/client/operation-of.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const key = () => ({ apiKey: tenant.key['API-KEY'] ?? '' })

const Tag = graphql('fragment Tag on Tag { name }')
const PostFields = graphql('fragment PostFields on Post { id title tags { ...Tag } }', [Tag])
const Posts = graphql(
  `
    query ($first: Int!) {
      posts(first: $first) {
        nodes {
          ...PostFields
          tags {
            ...Tag
          }
        }
      }
    }
  `,
  [PostFields, Tag],
)
const CreatePost = graphql(
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { title } errors { code } } }',
)

test('documents have the types of the schema, and each fragment once', async () => {
  const client = createClient({ url: app.url, credential: key })
  const created = await client.graphql(CreatePost, { input: { title: 'Typed' } }, { idempotencyKey: 'once' })
  expect(dataOf(created).createPost).toEqual({ post: { title: 'Typed' }, errors: [] })
  const { posts } = dataOf(await client.graphql(Posts, { first: 5 }))
  expectTypeOf(posts?.nodes[0]?.tags[0]?.name).toEqualTypeOf<string | undefined>()
  expect(posts?.nodes).toEqual([{ id: 'post_1', title: 'Typed', tags: [] }])
  // @ts-expect-error the query requires `first`
  const missing = await client.graphql(Posts)
  expect(missing).toMatchObject({ data: undefined, error: { status: 400, code: 'ERROR_CODE_INVALID_PARAM' } })
  expect(missing.error?.requestId).toBe(missing.response.headers.get('X-Request-Id'))
})

const session = () => (tenant.admin.session.Authorization ?? '').replace('Bearer ', '')

test.each<[name: string, credential: () => Credential, isPerson: boolean]>([
  ['an API key', key, false],
  ['an API key with a person', () => ({ ...key(), userToken: session() }), true],
  ['a person', () => ({ sessionToken: session(), organization: tenant.organization.slug }), true],
])('sends the credential of %s', async (_name, credential, isPerson) => {
  const client = createClient({ url: app.url, credential })
  const document = graphql('{ viewer { account { email } organization { slug } } }')
  const { viewer } = dataOf(await client.graphql(document))
  const account = isPerson ? { email: tenant.admin.email } : null
  expect(viewer).toEqual({ account, organization: { slug: tenant.organization.slug } })
})

test('a query and a mutation with a key are repeated, a mutation without one is not', async () => {
  const lost: string[] = []
  const client = createClient({
    url: app.url,
    credential: key,
    fetch: async (request) => {
      const { headers } = request as Request
      lost.push(headers.get('Idempotency-Key') ?? 'none')
      if (lost.length % 2 === 1) throw new TypeError('lost')
      return fetch(request)
    },
  })
  expect((await client.graphql(Posts, { first: 1 })).error).toBeUndefined()
  const input = { title: 'Once' }
  expect((await client.graphql(CreatePost, { input }, { idempotencyKey: 'k' })).error).toBeUndefined()
  await expect(client.graphql(CreatePost, { input })).rejects.toThrow('lost')
  expect(lost).toEqual(['none', 'none', 'k', 'k', 'none'])
})

test('types reject subscriptions to events that cannot resume, and missing variables', () => {
  const { subscribe } = createClient({ url: app.url, credential: key })
  const Events = graphql('subscription ($after: ID) { events(after: $after) { id type } }')
  const NoAfter = graphql('subscription { events { id } }')
  const NoId = graphql('subscription ($after: ID) { events(after: $after) { type } }')
  const OfPost = graphql(
    'subscription ($after: ID, $id: ID!) { postEvents(postId: $id, after: $after) { id } }',
  )
  // An iterator connects with the first `next`.
  const events = subscribe(Events)
  expectTypeOf(events).toExtend<AsyncIterable<{ events: { id: string } }>>()
  // @ts-expect-error `$after` is missing
  const noAfter = subscribe(NoAfter)
  // @ts-expect-error `id` is missing
  const noId = subscribe(NoId)
  // @ts-expect-error the variable `id` is missing
  const noPost = subscribe(OfPost)
  expect([events, noAfter, noId, noPost]).toHaveLength(4)
})

test('without a WebSocket a subscription is an error that names the option', async () => {
  vi.stubGlobal('WebSocket', undefined)
  const { subscribe } = createClient({ url: app.url, credential: key })
  const next = subscribe(graphql('subscription { statusCounts { count } }')).next()
  await expect(next).rejects.toThrow('Pass `webSocket`')
  vi.unstubAllGlobals()
})

test.each([
  ['{ posts { id } }', 'query'],
  ['query Q { mutation: posts { id } }', 'query'],
  ['# mutation\nquery ($a: String = "mutation {") { a }', 'query'],
  ['fragment F on Post { id }\nmutation M { a }', 'mutation'],
  ['"""mutation""" subscription { a }', 'subscription'],
])('recognizes the operation of %j', (document, kind) => {
  expect(operationOf(document)).toBe(kind)
})
