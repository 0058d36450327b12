import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook, deliveriesOf } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

type Line = { level: string; msg: string; deliveryId?: number; webhookId?: number }

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let worker: Delivery
let receiver: Receiver
let tenant: Tenant
let refused: number
let stored: number
const lines: Line[] = []
const log = createLogger('info', { destination: { write: (line) => lines.push(JSON.parse(line) as Line) } })
const query = (text: string) => app.database.pool.query(text)

beforeAll(async () => {
  receiver = await startReceiver()
})
beforeEach(async () => {
  lines.length = 0
  receiver.received.length = 0
  tenant = await createTenant(app)
  const make = async (path: string) =>
    (await createWebhook(app, tenant, { url: receiver.url + path, events: ['post_created'] })).id
  refused = await make('/refused')
  stored = await make('/stored')
  worker = deliver(app, { log })
})
afterEach(async () => {
  await worker.stop()
  await query('drop trigger if exists refuse on delivery_attempts')
  await query('drop trigger if exists refuse on deliveries')
})
afterAll(async () => {
  await receiver.close()
})

/** Makes PostgreSQL reject rows of the first webhook that match a condition, the first `times` ones. */
async function refuse(
  table: 'deliveries' | 'delivery_attempts',
  condition = 'true',
  times = 1_000_000,
): Promise<void> {
  // A statement that is rolled back keeps the number that it took from a sequence.
  await query('drop sequence if exists refusals')
  await query('create sequence refusals')
  await query(`create or replace function refuse() returns trigger language plpgsql as $$
    begin
      if nextval('refusals') <= ${times} then raise exception 'refused for the test'; end if;
      return new;
    end $$`)
  await query(`create trigger refuse before insert or update on ${table} for each row
    when (new.webhook_id = ${refused} and ${condition}) execute function refuse()`)
}

const stateOf = async (webhookId: number) => (await deliveriesOf(app, tenant, webhookId))[0]?.state
const leased = async () =>
  (await query(`select from webhook_lanes where webhook_id = ${refused} and owner is not null`)).rowCount

test.each([
  ['response', 'new.response is not null'],
  ['headers', 'new.request_headers is not null or new.response_headers is not null'],
])('an attempt whose %s cannot be stored is stored without it', async (_name, condition) => {
  await refuse('delivery_attempts', `(${condition})`)
  await createPost(app, tenant)
  await expect.poll(() => stateOf(refused)).toBe('succeeded')
  const [delivery] = await deliveriesOf(app, tenant, refused)
  expect(delivery?.attempts.map(({ outcome }) => outcome)).toEqual(['delivered'])
  expect(receiver.received.filter(({ path }) => path === '/refused')).toHaveLength(1)
})

test('a result that is refused in the batch and twice alone is stored complete', async () => {
  await refuse('delivery_attempts', 'true', 3)
  await createPost(app, tenant)
  await expect.poll(() => stateOf(refused)).toBe('succeeded')
  const { rows } = await query(`select outcome, status, error, request_headers is not null as "hasHeaders"
    from delivery_attempts where webhook_id = ${refused}`)
  expect(rows).toEqual([{ outcome: 'delivered', status: 200, error: null, hasHeaders: true }])
  expect(lines.filter(({ msg }) => msg.includes('could'))).toEqual([])
})

test("an attempt that cannot be stored still changes its delivery's state, is logged once, and delays no other", async () => {
  await refuse('delivery_attempts')
  await createPost(app, tenant)
  for (let index = 0; index < 6; index++) {
    await createPost(app, tenant)
    await receiver.until(index + 1, { path: '/stored' })
  }
  await expect.poll(() => stateOf(stored)).toBe('succeeded')
  await expect
    .poll(async () => (await query('select from deliveries where state = $$pending$$')).rowCount)
    .toBe(0)
  const { rows } = await query(`select id from deliveries where webhook_id = ${refused}`)
  const parts = () => lines.filter(({ msg }) => msg === 'a delivery attempt could only be stored in part')
  // The line follows the statement that stores the state.
  await expect.poll(parts).toHaveLength(rows.length)
  expect(
    parts()
      .map(({ deliveryId }) => deliveryId)
      .sort(),
  ).toEqual(rows.map(({ id }) => id as number).sort())
  expect(receiver.received.filter(({ path }) => path === '/refused')).toHaveLength(rows.length)
})

test('a result that cannot be stored at all is abandoned, logged with its delivery, and its queue is released', async () => {
  await createPost(app, tenant)
  await expect.poll(() => stateOf(refused)).toBe('succeeded')
  await refuse('deliveries', "new.attempts + new.tries > 0 and new.state <> 'canceled'")
  await createPost(app, tenant)
  await expect
    .poll(() => lines.filter(({ msg }) => msg.includes('could not be stored; other workers')))
    .toHaveLength(1)
  expect(lines.find(({ msg }) => msg.includes('could not be stored; other workers'))).toMatchObject({
    webhookId: refused,
  })
  await expect.poll(leased).toBe(0)
  await createPost(app, tenant)
  await receiver.until(3, { path: '/stored' })
  await expect.poll(() => stateOf(stored)).toBe('succeeded')
  await worker.stop()
  await query('drop trigger refuse on deliveries')
  worker = deliver(app, { log })
  await expect.poll(() => stateOf(refused)).toBe('succeeded')
})
