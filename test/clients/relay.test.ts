import {
  commitMutation,
  ConnectionHandler,
  createOperationDescriptor,
  fetchQuery,
  getSingularSelector,
  type Environment,
  type Variables,
} from 'relay-runtime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { socketClient } from '../support/clients/cache-clients.ts'
import { compileRelayApp, relayEnvironment, type RelayApp } from '../support/clients/relay.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'
import { createPosts, rename, TITLES, type Data } from './documents.ts'

const app = useApp()
const ends: (() => unknown)[] = []
let relay: RelayApp
let tenant: Tenant
let environment: Environment
let ids: string[]

beforeAll(() => {
  relay = compileRelayApp(`${ROOT}test/clients/relay-app`)
})
beforeEach(async () => {
  tenant = await createTenant(app)
  const sockets = socketClient(app, tenant.keyAndAdmin)
  environment = relayEnvironment(app, tenant.keyAndAdmin, sockets)
  ends.push(() => sockets.dispose())
  ids = await createPosts(app, tenant)
})
afterAll(async () => {
  for (const end of ends) await end()
  relay.remove()
})

const read = (name: string, variables: Variables) =>
  fetchQuery(environment, relay.request(name), variables, { fetchPolicy: 'network-only' }).toPromise()
const connection = () =>
  ConnectionHandler.getConnectionID('client:root', 'postList_posts', {
    orderBy: { field: 'CREATED_AT', direction: 'ASC' },
  })
const mutate = (name: string, variables: Variables) =>
  new Promise<Data>((onCompleted, onError) =>
    commitMutation(environment, { mutation: relay.request(name), variables, onCompleted, onError }),
  )

/** Reads a fragment of a result from the store. */
function lookup(fragment: string, reference: unknown): Data {
  const selector = getSingularSelector(relay.fragment(fragment), reference)
  return selector && environment.lookup(selector).data
}

/** The list in the store, with the objects that its fragment shows. */
function list(variables: Variables): { posts: Data; titles: string[] } {
  const operation = createOperationDescriptor(relay.request('postListQuery'), variables)
  const { posts } = lookup('postList_posts', environment.lookup(operation.fragment).data)
  return {
    posts,
    titles: posts.edges.map(({ node }: Data) => lookup('postList_post', node).title as string),
  }
}

test('the schema fits, and a document that does not fit is rejected', () => {
  expect(relay.request('postListQuery').params.text).toContain('posts(')
  expect(() => compileRelayApp(`${ROOT}test/clients/relay-misfits`)).toThrow(/nothing_of_this_name/)
})

test('pages are read forwards into one list, with the total', async () => {
  await read('postListQuery', { first: 2 })
  expect(list({ first: 2 }).titles).toEqual(['one', 'two'])
  for (const count of [4, 5]) {
    await read('postListPageQuery', { first: 2, after: list({ first: 2 }).posts.pageInfo.endCursor })
    expect(list({ first: 2 }).titles).toEqual(TITLES.slice(0, count))
  }
  expect(list({ first: 2 }).posts).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: false } })
})

test('pages are read backwards into one list', async () => {
  await read('postListQuery', { last: 2 })
  expect(list({ last: 2 }).titles).toEqual(['four', 'five'])
  for (const count of [4, 5]) {
    await read('postListPageQuery', { last: 2, before: list({ last: 2 }).posts.pageInfo.startCursor })
    expect(list({ last: 2 }).titles).toEqual(TITLES.slice(-count))
  }
  expect(list({ last: 2 }).posts.pageInfo.hasPreviousPage).toBe(false)
})

test('an object that is read again by its id changes the lists that contain it', async () => {
  await read('postListQuery', { first: 5 })
  await rename(app, tenant, ids[1], 'TWO')
  await read('postListAgainQuery', { id: ids[1] })
  expect(list({ first: 5 }).titles).toEqual(['one', 'TWO', 'three', 'four', 'five'])
})

test('payloads change, append and remove objects of a list', async () => {
  await read('postListQuery', { first: 5 })
  await mutate('postListChangeMutation', { input: { id: ids[2], title: 'THREE' } })
  await mutate('postListCreateMutation', { input: { title: 'six' }, connections: [connection()] })
  await mutate('postListDeleteMutation', { input: { id: ids[0] }, connections: [connection()] })
  expect(list({ first: 5 }).titles).toEqual(['two', 'THREE', 'four', 'five', 'six'])
  expect(
    environment
      .getStore()
      .getSource()
      .get(ids[0] ?? ''),
  ).toBeNull()
})

test('an expected failure is data, and changes nothing', async () => {
  await read('postListQuery', { first: 5 })
  const { updatePost } = await mutate('postListChangeMutation', { input: { id: ids[2], title: '' } })
  expect(updatePost).toMatchObject({ post: null, errors: [{ code: 'MISSING_PARAM', field: ['title'] }] })
  expect(list({ first: 5 }).titles).toEqual(TITLES)
})
