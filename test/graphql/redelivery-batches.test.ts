import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'

let app: TestApp
let tenant: Tenant
let webhook: number
let other: number

beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  tenant = await createTenant(app)
  webhook = await newWebhook()
  other = await newWebhook()
})
afterEach(() => app.database.pool.query('drop trigger if exists hinder on deliveries'))
afterAll(() => app.stop())

const newWebhook = async () => (await createWebhook(app, tenant, { url: 'https://hooks.example.com/in' })).id
const ask = (query: string) => run(app, tenant.admin.session, query)
const redeliverMany = async () =>
  Number(
    (await ask('mutation { redeliverWebhookDeliveries(input: {}) { count } }')).redeliverWebhookDeliveries
      .count,
  )

/** Failed deliveries, half of them of each webhook. */
const putFailed = (count: number) =>
  app.database.pool.query(
    `insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, state, due_at, created_at)
     select $1, case when n % 2 = 0 then $2 else $3 end::int, n, n, 'post_created', 'failed', now(), now()
     from generate_series(1, $4::int) n`,
    [tenant.organization.id, webhook, other, count],
  )

/** Has each delivery that becomes pending run a statement first. */
const hinder = (statement: string) =>
  app.database.pool.query(`create or replace function hinder() returns trigger language plpgsql as $$ begin
      ${statement}; return new; end $$;
    create trigger hinder before update on deliveries for each row
      when (new.organization_id = ${tenant.organization.id} and new.state = 'pending') execute function hinder()`)

const statesOf = async (webhookId: number) => {
  const { rows } = await app.database.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from deliveries where webhook_id = $1 group by state',
    [webhookId],
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('removing and changing a webhook wait for no redelivery, which then leaves out what was removed', async () => {
  await putFailed(20)
  await hinder('perform pg_advisory_xact_lock_shared(1)')
  const gate = await app.database.pool.connect()
  try {
    await gate.query('select pg_advisory_lock(1)')
    const redelivering = redeliverMany()
    redelivering.catch(() => {})
    await waitForLock(app)
    await ask(`mutation { updateWebhook(input: { id: "whk_${other}", name: "changed" }) { webhook { id } } }`)
    await ask(`mutation { deleteWebhook(input: { id: "whk_${webhook}" }) { deletedWebhookId } }`)
    await gate.query('select pg_advisory_unlock(1)')
    expect(await redelivering).toBe(10)
  } finally {
    gate.release(true)
  }
  expect(await statesOf(webhook)).toEqual({ failed: 10 })
  expect(await statesOf(other)).toEqual({ pending: 10 })
})

test('a removal that runs at the same time is waited for, and leaves nothing queued', async () => {
  await putFailed(20)
  const removal = await app.database.pool.connect()
  try {
    await removal.query('begin')
    await removal.query('delete from webhooks where organization_id = $1 and id = $2', [
      tenant.organization.id,
      webhook,
    ])
    const redelivering = redeliverMany()
    redelivering.catch(() => {})
    await waitForLock(app)
    await removal.query('commit')
    expect(await redelivering).toBe(10)
  } finally {
    removal.release(true)
  }
  expect(await statesOf(webhook)).toEqual({ failed: 10 })
})

test('the slower deliveries are queued, the fewer are queued in one transaction', async () => {
  await app.database.pool.query('create table queued_in (transaction xid8)')
  await putFailed(600)
  await hinder('perform pg_sleep(0.005); insert into queued_in values (pg_current_xact_id())')
  expect(await redeliverMany()).toBe(600)
  const { rows } = await app.database.pool.query<{ count: number }>(
    'select count(*)::int as count from queued_in group by transaction order by transaction',
  )
  const [first = 0, ...others] = rows.map(({ count }) => count)
  expect(first).toBeLessThan(300)
  expect(Math.max(...others)).toBeLessThanOrEqual(64)
})
