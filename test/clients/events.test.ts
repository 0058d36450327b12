import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { run } from '../support/clients/operations.ts'
import { compileRelayApp, type RelayApp } from '../support/clients/relay.ts'
import { subscriptionsOpen } from '../support/clients/sockets.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'
import { createPosts, rename, type Data } from './documents.ts'
import { apolloList, relayList, urqlList, type LiveList } from './live-lists.ts'

const app = useApp()
let relay: RelayApp
let tenant: Tenant
let ids: string[]
const running = new Set<TestApp>()

beforeAll(() => {
  relay = compileRelayApp(`${ROOT}test/clients/relay-app`)
})
beforeEach(async () => {
  tenant = await createTenant(app)
  ids = await createPosts(app, tenant, ['one', 'two'])
})
afterAll(async () => {
  relay.remove()
  for (const each of running) await each.stop()
})

/** Starts a server on the database of the app. */
async function startServer(): Promise<TestApp> {
  const server = await startApp({ beside: app })
  running.add(server)
  return server
}
const stopServer = (server: TestApp) => (running.delete(server), server.stop())

const remove = (id: string | undefined) =>
  run(app, tenant.keyAndAdmin, `mutation { deletePost(input: { id: "${id}" }) { deletedPostId } }`)

/** Ids of all events in the log that the subscriptions select. */
async function logged(): Promise<string[]> {
  const query = `{ events(first: 100, filter: { types: [POST_CREATED, POST_UPDATED, POST_DELETED] }) { nodes { id } } }`
  const { events } = await run(app, tenant.keyAndAdmin, query)
  return events.nodes.map(({ id }: Data) => id as string)
}

/** Follows events, and collects their ids and how often the subscription has ended. */
function following(list: LiveList) {
  const followed = { ids: [] as string[], ended: 0, stop: () => {}, start: (_after: string | null) => {} }
  followed.start = (after) => {
    followed.stop = list.follow(after, {
      onEvent: ({ id }) => followed.ids.push(id as string),
      onEnd: () => void followed.ended++,
    })
  }
  return followed
}

describe.each([
  ['Apollo Client', apolloList],
  ['urql', urqlList],
  ['Relay', relayList],
])('%s', (_name, newList) => {
  test('events keep a list up to date', async () => {
    const list = newList({ server: app, headers: tenant.keyAndAdmin, relay })
    await list.load()
    const followed = following(list)
    followed.start(null)
    await subscriptionsOpen(app, 1)
    await rename(app, tenant, ids[0], 'ONE')
    await expect.poll(list.titles).toEqual(['ONE', 'two'])
    await createPosts(app, tenant, ['three'])
    await expect.poll(list.titles).toEqual(['ONE', 'two', 'three'])
    await remove(ids[1])
    await expect.poll(list.titles).toEqual(['ONE', 'three'])
    followed.stop()
    await list.end()
    await subscriptionsOpen(app, 0)
  })

  test('a list resumes after a restart of the server, with neither gap nor repetition', async () => {
    const first = await startServer()
    const server = { url: first.url }
    const list = newList({ server, headers: tenant.keyAndAdmin, relay })
    await list.load()
    const followed = following(list)
    followed.start(null)
    await subscriptionsOpen(first, 1)
    const [created] = await createPosts(app, tenant, ['three'])
    await rename(app, tenant, ids[0], 'ONE')
    await expect.poll(() => followed.ids.length).toBe(2)
    await stopServer(first)
    await expect.poll(() => followed.ended).toBeGreaterThan(0)

    await createPosts(app, tenant, ['four'])
    await rename(app, tenant, created, 'THREE')
    await remove(ids[1])
    const second = await startServer()
    server.url = second.url
    followed.start(followed.ids.at(-1) ?? null)
    await expect.poll(list.titles).toEqual(['ONE', 'THREE', 'four'])
    await createPosts(app, tenant, ['five'])
    await expect.poll(list.titles).toEqual(['ONE', 'THREE', 'four', 'five'])
    // The list was loaded after the first two posts.
    expect(followed.ids).toEqual((await logged()).slice(2))
    followed.stop()
    await list.end()
    await stopServer(second)
  })

  test('a replay of past events changes no live object', async () => {
    for (const title of ['a', 'b', 'ONE']) await rename(app, tenant, ids[0], title)
    await createPosts(app, tenant, ['three'])
    await remove(ids[1])
    const list = newList({ server: app, headers: tenant.keyAndAdmin, relay })
    await list.load()
    expect(list.titles()).toEqual(['ONE', 'three'])
    const all = await logged()
    const followed = following(list)
    followed.start(all[0] ?? null)
    await expect.poll(() => followed.ids).toEqual(all.slice(1))
    expect(list.titles()).toEqual(['ONE', 'three'])
    expect(new Set(list.states.map(String))).toEqual(new Set(['ONE,three']))
    followed.stop()
    await list.end()
    await subscriptionsOpen(app, 0)
  })
})
