import { CombinedGraphQLErrors, gql, type ApolloClient } from '@apollo/client'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { apolloClient, socketClient } from '../support/clients/cache-clients.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'
import {
  CHANGE,
  createPosts,
  DELETE,
  NODE,
  POSTS,
  rename,
  TITLES,
  titlesOf,
  TWO_TAGS,
  type Data,
} from './documents.ts'

const app = useApp()
const ends: (() => unknown)[] = []
let tenant: Tenant
let client: ApolloClient
let ids: string[]

beforeEach(async () => {
  tenant = await createTenant(app)
  client = newClient(tenant.keyAndAdmin)
  ids = await createPosts(app, tenant)
})
afterAll(async () => {
  for (const end of ends) await end()
})

function newClient(headers: Record<string, string>): ApolloClient {
  const sockets = socketClient(app, headers)
  const created = apolloClient(app, headers, sockets)
  ends.push(
    () => sockets.dispose(),
    () => created.stop(),
  )
  return created
}

/** Watches the list of posts. */
function watchPosts(variables: object) {
  const posts = client.watchQuery<Data>({ query: gql(POSTS), variables })
  const watched = { data: null as Data, posts, titles: () => titlesOf(watched.data) }
  const subscription = posts.subscribe(({ data }) => (watched.data = data))
  ends.push(() => subscription.unsubscribe())
  return watched
}

test('an object that is read again by its id changes the lists that contain it', async () => {
  const list = watchPosts({ first: 5 })
  await expect.poll(list.titles).toEqual(TITLES)
  await rename(app, tenant, ids[1], 'TWO')
  await client.query({ query: gql(NODE), variables: { id: ids[1] }, fetchPolicy: 'network-only' })
  await expect.poll(list.titles).toEqual(['one', 'TWO', 'three', 'four', 'five'])
})

test('pages are read forwards into one list, with the total', async () => {
  const list = watchPosts({ first: 2 })
  await expect.poll(list.titles).toEqual(['one', 'two'])
  expect(list.data.posts.totalCount).toBe(5)
  for (const count of [4, 5]) {
    await list.posts.fetchMore({ variables: { after: list.data.posts.pageInfo.endCursor } })
    await expect.poll(list.titles).toEqual(TITLES.slice(0, count))
  }
  expect(list.data.posts.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: false })
})

test('pages are read backwards into one list', async () => {
  const list = watchPosts({ last: 2 })
  await expect.poll(list.titles).toEqual(['four', 'five'])
  for (const count of [4, 5]) {
    await list.posts.fetchMore({ variables: { before: list.data.posts.pageInfo.startCursor } })
    await expect.poll(list.titles).toEqual(TITLES.slice(-count))
  }
  expect(list.data.posts.pageInfo).toMatchObject({ hasPreviousPage: false, hasNextPage: false })
})

test('the payload of a mutation changes each query that shows the object', async () => {
  const list = watchPosts({ first: 5 })
  await expect.poll(list.titles).toEqual(TITLES)
  await client.mutate({
    mutation: gql(CHANGE),
    variables: {
      input: { id: ids[2], title: 'THREE' },
      vote: { id: ids[2], direction: 'UP', onBehalfOf: { email: 'voter@example.com' } },
    },
  })
  await expect.poll(list.titles).toEqual(['one', 'two', 'THREE', 'four', 'five'])
  const { post } = await run(app, tenant.keyAndAdmin, `{ post(by: { id: "${ids[2]}" }) { votesCount } }`)
  expect(post.votesCount).toBeGreaterThan(list.data.posts.edges[1].node.votesCount as number)
  expect(list.data.posts.edges[2].node.votesCount).toBe(post.votesCount)
})

test('a deleted object is evicted by its id', async () => {
  const list = watchPosts({ first: 5 })
  await expect.poll(list.titles).toEqual(TITLES)
  await client.mutate<Data>({
    mutation: gql(DELETE),
    variables: { input: { id: ids[0] } },
    update(cache, { data }) {
      cache.evict({ id: `Post:${data.deletePost.deletedPostId}` })
      cache.gc()
    },
  })
  await expect.poll(list.titles).toEqual(['two', 'three', 'four', 'five'])
  expect(Object.keys(client.cache.extract() as object)).not.toContain(`Post:${ids[0]}`)
  await list.posts.refetch()
  await expect.poll(() => list.data.posts.totalCount).toBe(4)
})

test('an expected failure is data, and leaves the other mutations of the document', async () => {
  const { data, error } = await client.mutate<Data>({ mutation: gql(TWO_TAGS) })
  expect(error).toBeUndefined()
  expect(data.first).toMatchObject({ tag: { name: 'Mobile' }, errors: [] })
  expect(data.again).toMatchObject({ tag: null, errors: [{ code: 'ALREADY_EXISTS', field: ['name'] }] })
})

test('a missing right is a top-level error with its code', async () => {
  const failed = newClient({}).query({ query: gql('{ webhooks { totalCount } }') })
  const error = await failed.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!CombinedGraphQLErrors.is(error)) throw error
  expect(error.errors.map(({ extensions }) => extensions?.code)).toEqual(['UNAUTHORIZED'])
})
