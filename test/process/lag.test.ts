import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { diagnose } from '../../src/server/lifecycle/doctor.ts'
import { createReadiness, type Readiness } from '../../src/server/lifecycle/readiness.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { deliver } from '../support/delivery.ts'
import { createHeads, record } from '../support/fixtures/log-events.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
/** An organization that no tenant has. */
const FOREIGN = 1_000_000
/** Lets a transaction stay open on a machine of any speed. */
const UNLIMITED = 'set idle_in_transaction_session_timeout = 0'
let readiness: Readiness
let receiver: Receiver

beforeAll(async () => {
  readiness = createReadiness(app.database, app.metrics)
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
})

/** The value of a Prometheus metric, or NaN without one. */
async function metric(name: string): Promise<number> {
  const { text } = await readiness.metrics()
  const line = text.split('\n').find((one) => one.startsWith(`echolog_${name} `))
  return Number(line?.split(' ')[1] ?? NaN)
}

/** One check of the doctor, which reports a lag of more than `lateSeconds`. */
async function doctor(name: string, lateSeconds = 1) {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  const { checks } = await diagnose(readConfig(env), lateSeconds)
  return checks.find((check) => check.name === name)
}

async function connect(name: string) {
  const client = new pg.Client({ connectionString: app.database.url, application_name: name })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, pid: rows[0]?.pid ?? 0 }
}

test('an event that no process numbers appears in the metrics and in the doctor until it is numbered', async () => {
  await createHeads(app.services.db, [FOREIGN])
  const { client } = await connect('holder')
  await client.query(`${UNLIMITED}; begin; select from event_heads for update`)
  await record(app.services.db, [1], FOREIGN)
  await expect.poll(() => metric('oldest_waiting_event_age_seconds')).toBeGreaterThan(1)
  await expect.poll(() => metric('events_waiting')).toBe(1)
  expect(await doctor('deliveries')).toMatchObject({
    ok: false,
    detail: expect.stringContaining(`another transaction holds the event log of organization ${FOREIGN}`),
  })
  await client.end()
  await expect.poll(() => metric('events_waiting')).toBe(0)
  expect(await doctor('deliveries')).toMatchObject({ ok: true })
})

test('the doctor names the error of a process that runs and cannot number events', async () => {
  const { pool } = app.database
  await createHeads(app.services.db, [FOREIGN + 1])
  await pool.query(
    `alter table event_order add constraint rejected check (organization_id <> ${FOREIGN + 1}) not valid`,
  )
  await record(app.services.db, [1], FOREIGN + 1)
  await expect.poll(() => metric('oldest_waiting_event_age_seconds')).toBeGreaterThan(1)
  const { detail } = (await doctor('deliveries')) ?? {}
  expect(detail).toContain('numbering fails')
  expect(detail).toContain('"rejected"')
  await pool.query('alter table event_order drop constraint rejected')
  // The process tries it again much later.
  await pool.query('delete from event_box where organization_id = $1', [FOREIGN + 1])
})

test('a transaction that stays open appears nowhere, because it delays no other', async () => {
  const { client } = await connect('import')
  await client.query(`${UNLIMITED}; begin; select pg_current_xact_id()`)
  await record(app.services.db, [2], FOREIGN)
  await expect.poll(() => metric('events_waiting')).toBe(0)
  await client.end()
})

test('the doctor reports a missing worker, and the metrics count the deliveries of a running one until none is left', async () => {
  const tenant = await createTenant(app)
  const { id } = await createWebhook(app, tenant, { url: `${receiver.url}/lag`, events: ['post_created'] })
  const disabled = await createWebhook(app, tenant, { url: `${receiver.url}/off` })
  await app.database.pool.query('update webhooks set disabled_at = now() where id = $1', [disabled.id])
  await createPost(app, tenant, 'Dark mode')
  // A worker would hold that of the disabled webhook.
  await expect.poll(() => metric('deliveries_pending')).toBe(2)
  const { pool } = app.database
  await pool.query("update deliveries set due_at = now() - interval '2 minutes' where webhook_id = $1", [id])
  await pool.query("update webhook_lanes set due_at = now() - interval '2 minutes' where webhook_id = $1", [
    id,
  ])
  expect(await doctor('deliveries', 60)).toMatchObject({
    ok: false,
    detail: expect.stringContaining('ROLES=worker'),
  })
  expect(await doctor('webhooks', 60)).toMatchObject({
    ok: true,
    detail: expect.stringContaining('1 disabled'),
  })
  await expect.poll(() => metric('webhooks_disabled')).toBe(1)
  const worker = deliver(app, { webhookTimeout: DEADLINE_MS })
  try {
    await receiver.until(1, { path: '/lag' })
    await expect.poll(() => metric('delivery_attempt_duration_seconds_count')).toBe(1)
    await expect.poll(() => metric('events_waiting')).toBe(0)
    await expect.poll(() => metric('deliveries_pending')).toBe(0)
    const { text } = await readiness.metrics()
    expect(text).toContain('echolog_delivery_attempts_total{outcome="delivered"} 1')
    expect(await metric('deliveries_queued_total')).toBeGreaterThan(0)
    expect(await doctor('deliveries', 60)).toMatchObject({ ok: true })
  } finally {
    await worker.stop()
  }
  await app.database.pool.query(
    "update deliveries set state = 'pending', due_at = now() - interval '5 minutes' where webhook_id = $1",
    [id],
  )
  await app.database.pool.query(
    "update webhook_lanes set due_at = now() - interval '5 minutes' where webhook_id = $1",
    [id],
  )
  await expect.poll(() => metric('deliveries_due')).toBe(1)
  await expect.poll(() => metric('oldest_due_delivery_age_seconds')).toBeGreaterThan(299)
  expect(await doctor('deliveries', 60)).toMatchObject({ ok: false })
})

test('the metrics omit values that the database does not return in time, and contain the others', async () => {
  const { client } = await connect('locking')
  await client.query(`${UNLIMITED}; begin; lock table webhooks`)
  await expect.poll(() => metric('events_waiting'), { interval: 1_000 }).toBeNaN()
  expect((await readiness.metrics()).text).toContain('echolog_http_request_duration_seconds')
  await client.end()
  await expect.poll(() => metric('events_waiting')).toBe(0)
})
