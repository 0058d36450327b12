import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'

let app: TestApp
let receiver: Receiver
let worker: Delivery

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1'] })
  receiver = await startReceiver()
  worker = deliver(app)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await app.stop()
})

test('an event that has the position and id of a lost one is delivered with its own body', async () => {
  const tenant = await createTenant(app)
  await createWebhook(app, tenant, { url: `${receiver.url}/`, events: ['post_created'] })
  await createPost(app, tenant, 'lost')
  const [first] = await receiver.until(1, { withinMs: 20_000 })
  expect(first?.body.data.title).toBe('lost')
  const { pool } = app.database
  await expect
    .poll(async () => (await pool.query(`select from deliveries where state = 'succeeded'`)).rowCount, {
      timeout: 20_000,
    })
    .toBe(1)

  // Simulates a failover that lost the event: another event received its position and id later.
  await pool.query(`begin;
    update events set created_at = created_at + interval '1 second', snapshot = replace(snapshot::text, 'lost', 'new')::jsonb;
    update deliveries set created_at = created_at + interval '1 second', state = 'pending', body = null, due_at = now();
    update webhook_lanes set due_at = now(), wakes = wakes + 1;
    commit`)
  const [, second] = await receiver.until(2, { withinMs: 20_000 })
  expect(second?.body.data.title).toBe('new')
})
