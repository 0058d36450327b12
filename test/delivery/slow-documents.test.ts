import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook, deliveriesOf } from '../support/fixtures/webhooks.ts'

const DOCUMENT = 'subscription { events { id ... on PostEvent { post { bucket { postsCount } } } } }'

let app: TestApp
let worker: Delivery
let receiver: Receiver
let tenant: Tenant

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1'] })
  receiver = await startReceiver()
  tenant = await createTenant(app)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await app.stop()
})

test('a document that takes too long counts as an attempt, and is not treated as a lost database', async () => {
  const webhook = await createWebhook(app, tenant, {
    url: `${receiver.url}/`,
    events: ['post_created'],
    document: DOCUMENT,
  })
  await createPost(app, tenant)
  // Every read of a post is canceled as a statement that exceeds its timeout.
  await app.database.pool.query(`
    create function take_too_long() returns boolean language plpgsql volatile as $$
      begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$;
    alter table posts rename to posts_stored;
    create view posts as select * from posts_stored where take_too_long()`)
  worker = deliver(app, { webhookRetrySchedule: [50] })
  const stored = async () => {
    const { rows } = await app.database.pool.query(
      'select state, attempts, reason from deliveries where webhook_id = $1',
      [webhook.id],
    )
    return rows as unknown
  }
  await expect
    .poll(stored, { timeout: 20_000 })
    .toEqual([{ state: 'failed', attempts: 2, reason: 'The document could not be run: it took too long' }])
  await app.database.pool.query('drop view posts; alter table posts_stored rename to posts')
  expect((await deliveriesOf(app, tenant, webhook.id))[0]?.attempts.length).toBe(2)
  expect(receiver.received).toEqual([])
})
