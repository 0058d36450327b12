import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { recordEvents } from '../../src/events/record.ts'
import { eventOf } from '../support/fixtures/log-events.ts'
import { streamPosts, type PostStream } from '../support/clients/post-streams.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { serverOfWorker } from '../support/database.ts'
import { deliver } from '../support/delivery.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import type { Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const TITLES = ['one', 'two', 'three']

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
const other = useTenant(app)
let receiver: Receiver
let worker: Delivery

beforeAll(async () => {
  receiver = await startReceiver()
  worker = deliver(app)
  for (const [path, owner] of [['/tenant', tenant] as const, ['/other', other] as const])
    await createWebhook(app, owner, { url: receiver.url + path, events: ['post_created'] })
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

const delivered = (path: string) =>
  receiver.received.filter((message) => message.path === path).map(({ body }) => body.data.title as string)

/** Creates posts and waits until their events have arrived in a stream, at the receiver and in a new list. */
async function expectEvents(owner: Tenant, path: string, stream: PostStream): Promise<void> {
  const before = stream.titles().length
  const deliveredBefore = delivered(path).length
  for (const title of TITLES) await createPost(app, owner, title)
  await stream.received(before + TITLES.length)
  expect(stream.titles().slice(before)).toEqual(TITLES)
  await expect.poll(() => delivered(path).slice(deliveredBefore)).toEqual(TITLES)
  const list = `{ events(last: ${TITLES.length}, filter: {types: [POST_CREATED]}) { nodes { id } } }`
  const { body } = await app.graphql(list, {}, owner.key)
  expect(body.data.events.nodes).toEqual(
    stream
      .posts()
      .slice(-TITLES.length)
      .map(({ id }) => ({ id })),
  )
}

/** Lets a transaction stay open without work as long as it likes. */
const NO_LIMIT = 'set idle_in_transaction_session_timeout = 0'

test('an open transaction of another organization delays neither events nor deliveries, and its own event arrives after it', async () => {
  const [stream, others] = [await streamPosts(app, tenant.key), await streamPosts(app, other.key)]
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const held = inTransaction(app.services.db, async (tx) => {
    await sql.raw(NO_LIMIT.replace('set', 'set local')).execute(tx)
    await recordEvents(tx, [eventOf(1, other.organization.id)])
    started.resolve()
    await end.promise
  })
  const updates = `{ events(first: 10, filter: {types: [POST_UPDATED]}) { totalCount } }`
  const count = async () => (await app.graphql(updates, {}, other.key)).body.data.events.totalCount as number
  try {
    await started.promise
    await expectEvents(tenant, '/tenant', stream)
    // The other events of its own organization do not wait either.
    await expectEvents(other, '/other', others)
    expect(await count()).toBe(0)
  } finally {
    end.resolve()
    await held
  }
  expect(await count()).toBe(1)
  stream.close()
  others.close()
})

test('an open transaction in another database of the server delays no event', async () => {
  const client = new pg.Client(serverOfWorker())
  await client.connect()
  try {
    await client.query(`${NO_LIMIT}; begin; select pg_current_xact_id()`)
    const stream = await streamPosts(app, tenant.key)
    await expectEvents(tenant, '/tenant', stream)
    stream.close()
  } finally {
    await client.end()
  }
})
