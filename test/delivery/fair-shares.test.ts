import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const SLOTS = 20
const HANGING = 40
/** Retries that last longer than a test. */
const ENDLESS = Array.from({ length: 1_000 }, () => 50)

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let worker: Delivery
let receiver: Receiver
let busy: Tenant
let other: Tenant

beforeEach(async () => {
  await app.database.pool.query('delete from webhooks')
  receiver = await startReceiver()
  receiver.answer('/hangs', () => {})
  busy = await createTenant(app)
  other = await createTenant(app)
  await createWebhook(app, other, { url: `${receiver.url}/other`, events: ['post_created'] })
})
afterEach(async () => {
  await worker.stop()
  await receiver.close()
})

/** Creates webhooks of an organization whose endpoints never respond. */
async function makeHanging(tenant: Tenant, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await createWebhook(app, tenant, { url: `${receiver.url}/hangs`, events: ['post_created'] })
}

const hanging = () => receiver.received.filter(({ path }) => path === '/hangs').length
const leasedSlots = async () =>
  (await app.database.pool.query('select from webhook_lanes where leased_until >= now()')).rowCount ?? 0

test('hanging deliveries of one organization use at most its share of the slots', async () => {
  await makeHanging(busy, HANGING)
  worker = deliver(app, { slots: SLOTS, webhookTimeout: 60_000 })
  await createPost(app, busy)
  await expect.poll(hanging).toBe(SLOTS / 4)
  await createPost(app, other)
  await receiver.until(1, { path: '/other' })
  expect(hanging()).toBe(SLOTS / 4)
})

test('the apps of one owner have one share, however many organizations install them', async () => {
  const targets = await Promise.all(Array.from({ length: 8 }, () => createTenant(app)))
  for (const target of targets) await makeHanging(target, 1)
  // Assigns the queues to one app owner.
  const ids = targets.map(({ organization }) => organization.id)
  await app.database.pool.query(
    `insert into webhook_lanes (organization_id, webhook_id, app_organization_id)
     select organization_id, id, $1 from webhooks where organization_id = any($2)`,
    [busy.organization.id, ids],
  )
  worker = deliver(app, { slots: SLOTS, webhookTimeout: 60_000 })
  for (const target of targets) await createPost(app, target)
  await expect.poll(hanging).toBe(SLOTS / 4)
  await createPost(app, other)
  await receiver.until(1, { path: '/other' })
  expect(hanging()).toBe(SLOTS / 4)
})

test('slow webhooks are served after the others and in a part of the slots only', async () => {
  const tenants = await Promise.all(Array.from({ length: 6 }, () => createTenant(app)))
  for (const tenant of tenants) await makeHanging(tenant, 5)
  worker = deliver(app, { slots: SLOTS, webhookTimeout: 1_000, webhookRetrySchedule: ENDLESS })
  for (const tenant of tenants) await createPost(app, tenant)
  const slow = async () =>
    (await app.database.pool.query('select from webhook_lanes where slow')).rowCount ?? 0
  await expect.poll(slow).toBe(30)
  // Only slow queues are left from here on. They have a fifth of the slots.
  let most = 0
  for (let index = 0; index < 10; index++) {
    await createPost(app, other)
    await receiver.until(index + 1, { path: '/other' })
    most = Math.max(most, (await leasedSlots()) - 1)
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(SLOTS / 5 + 1)
})

test('a webhook that responds in time again is no longer slow', async () => {
  await app.database.pool.query('update webhook_lanes set slow = true')
  worker = deliver(app)
  await createPost(app, other)
  await receiver.until(1, { path: '/other' })
  const queues = () =>
    app.database.pool.query('select slow from webhook_lanes where organization_id = $1', [
      other.organization.id,
    ])
  await expect.poll(async () => (await queues()).rows).toEqual([{ slow: false }])
})
