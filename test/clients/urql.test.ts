import type { AnyVariables, Client } from '@urql/core'
import type { CacheExchangeOpts } from '@urql/exchange-graphcache'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { socketClient, urqlClient } from '../support/clients/cache-clients.ts'
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
const warnings: string[] = []
let tenant: Tenant
let client: Client
let ids: string[]

const updates: CacheExchangeOpts['updates'] = {
  Mutation: {
    deletePost: (result: Data, _args, cache) =>
      cache.invalidate({ __typename: 'Post', id: result.deletePost.deletedPostId }),
  },
}

beforeEach(async () => {
  tenant = await createTenant(app)
  const sockets = socketClient(app, tenant.keyAndAdmin)
  const onWarning = (message: string) => warnings.push(message)
  client = urqlClient(app, tenant.keyAndAdmin, sockets, { updates, onWarning })
  ends.push(() => sockets.dispose())
  ids = await createPosts(app, tenant)
})
afterAll(async () => {
  for (const end of ends) await end()
  expect(warnings).toEqual([])
})

/** Watches a query. Returns its latest data. */
function watch(query: string, variables: AnyVariables) {
  const watched = { data: null as Data, titles: () => titlesOf(watched.data) }
  const subscription = client.query<Data>(query, variables).subscribe(({ data }) => (watched.data = data))
  ends.push(() => subscription.unsubscribe())
  return watched
}
const read = (query: string, variables: AnyVariables) =>
  client.query<Data>(query, variables, { requestPolicy: 'network-only' }).toPromise()

test('an object that is read again by its id changes the lists that contain it', async () => {
  const list = watch(POSTS, { first: 5 })
  await expect.poll(list.titles).toEqual(TITLES)
  await rename(app, tenant, ids[1], 'TWO')
  await read(NODE, { id: ids[1] })
  await expect.poll(list.titles).toEqual(['one', 'TWO', 'three', 'four', 'five'])
})

test('pages are read forwards into one list, with the total', async () => {
  const list = watch(POSTS, { first: 2 })
  await expect.poll(list.titles).toEqual(['one', 'two'])
  expect(list.data.posts.totalCount).toBe(5)
  for (const count of [4, 5]) {
    await read(POSTS, { first: 2, after: list.data.posts.pageInfo.endCursor })
    await expect.poll(list.titles).toEqual(TITLES.slice(0, count))
  }
  expect(list.data.posts.pageInfo.hasNextPage).toBe(false)
})

test('pages are read backwards into one list', async () => {
  const list = watch(POSTS, { last: 2 })
  await expect.poll(list.titles).toEqual(['four', 'five'])
  for (const count of [4, 5]) {
    await read(POSTS, { last: 2, before: list.data.posts.pageInfo.startCursor })
    await expect.poll(list.titles).toEqual(TITLES.slice(-count))
  }
  expect(list.data.posts.pageInfo.hasPreviousPage).toBe(false)
})

test('the payload of a mutation changes each query that shows the object', async () => {
  const list = watch(POSTS, { first: 5 })
  await expect.poll(list.titles).toEqual(TITLES)
  const vote = { id: ids[2], direction: 'UP', onBehalfOf: { email: 'voter@example.com' } }
  const { data } = await client
    .mutation<Data>(CHANGE, { input: { id: ids[2], title: 'THREE' }, vote })
    .toPromise()
  await expect.poll(list.titles).toEqual(['one', 'two', 'THREE', 'four', 'five'])
  const { votesCount } = data.castVote.post as { votesCount: number }
  expect(votesCount).toBeGreaterThan(list.data.posts.edges[1].node.votesCount as number)
  expect(list.data.posts.edges[2].node.votesCount).toBe(votesCount)
})

test('a deleted object is invalidated by its id', async () => {
  const list = watch(POSTS, { first: 5 })
  await expect.poll(list.titles).toEqual(TITLES)
  await client.mutation(DELETE, { input: { id: ids[0] } }).toPromise()
  await expect.poll(list.titles).toEqual(['two', 'three', 'four', 'five'])
  await expect.poll(() => list.data.posts.totalCount).toBe(4)
})

test('an expected failure is data, and leaves the other mutations of the document', async () => {
  const { data, error } = await client.mutation<Data>(TWO_TAGS, {}).toPromise()
  expect(error).toBeUndefined()
  expect(data.first).toMatchObject({ tag: { name: 'Mobile' }, errors: [] })
  expect(data.again).toMatchObject({ tag: null, errors: [{ code: 'ALREADY_EXISTS', field: ['name'] }] })
})
