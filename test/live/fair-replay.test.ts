import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { type Client, connect, subscriptionsOpen } from '../support/clients/sockets.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { createPost } from '../support/fixtures/webhooks.ts'

/** Connections of the server; a replay may take half of them, those of one organization two thirds of the half. */
const CONNECTIONS = 8
const SOCKETS = 3 * CONNECTIONS
/** Less than a statement may take, after which its connection is free again. */
const WITHIN_MS = 20_000

let home: TestApp
let app: TestApp
let busy: Tenant
let other: Tenant

beforeAll(async () => {
  home = await startApp()
  app = await startApp({ beside: home, connections: CONNECTIONS })
  busy = await createTenant(home)
  other = await createTenant(home)
  for (const tenant of [busy, other])
    for (const title of ['one', 'two']) await createPost(home, tenant, title)
})
afterAll(async () => {
  await app.stop()
  await home.stop()
})

async function firstEvent(tenant: Tenant): Promise<string> {
  const query = '{ events(first: 1, filter: {types: [POST_CREATED]}) { nodes { id } } }'
  const { body } = await home.graphql(query, {}, tenant.key)
  return body.data.events.nodes[0].id as string
}
const titles = (client: Client) =>
  client.results('1').map(({ data }) => (data.events.post as { title: string }).title)

test('one organization that replays from many sockets does not hold up the replay of another', async () => {
  const [afterBusy, afterOther] = [await firstEvent(busy), await firstEvent(other)]
  const clients = await Promise.all(Array.from({ length: SOCKETS }, () => connect(app, busy.key)))
  const holder = await home.database.pool.connect()
  await holder.query('begin; lock table comments in access exclusive mode')
  // Each document is one of its own, so that no replay shares the answers of another.
  clients.forEach((client, index) =>
    client.subscribe(
      '1',
      `subscription ($after: ID) { events(filter: {types: [POST_CREATED]}, after: $after) { id ... on PostEvent { post { title comments(first: 1) { nodes { a${index}: id } } } } } }`,
      { after: afterBusy },
    ),
  )
  try {
    await subscriptionsOpen(app, SOCKETS)
    await waitForLock(home)
    for (let times = 0; times < 3; times++) {
      const client = await connect(app, other.key)
      client.subscribe(
        '1',
        'subscription ($after: ID) { events(filter: {types: [POST_CREATED]}, after: $after) { ... on PostEvent { post { title } } } }',
        { after: afterOther },
      )
      await expect.poll(() => titles(client), { timeout: WITHIN_MS }).toEqual(['two'])
      client.socket.close()
    }
    expect(clients.flatMap(titles)).toEqual([])
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await expect.poll(() => clients.map(titles), { timeout: WITHIN_MS }).toEqual(clients.map(() => ['two']))
  for (const { socket } of clients) socket.close()
})
