import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { redeliverDeliveries } from '../../src/modules/webhooks/deliveries/redeliver-deliveries.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { deliveryRows, putDelivery } from '../support/fixtures/deliveries.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let webhook: number

beforeAll(async () => {
  webhook = await newWebhook()
})

const newWebhook = async (of = tenant) =>
  (await createWebhook(app, of, { url: 'https://hooks.example.com/in' })).id
const ask = (query: string, headers: Headers = tenant.admin.session) => run(app, headers, query)
const redeliver = (id: number, fields = 'id') =>
  `mutation { redeliverWebhookDelivery(input: { id: "dlv_${id}" }) { webhookDelivery { ${fields} } } }`
const redeliverMany = (args = '') => `mutation { redeliverWebhookDeliveries(input: { ${args} }) { count } }`
const countOf = async (args?: string, headers?: Headers) =>
  Number((await ask(redeliverMany(args), headers)).redeliverWebhookDeliveries.count)
const queueOf = (webhookId: number) =>
  app.services.db.selectFrom('webhookLanes').selectAll().where('webhookId', '=', webhookId).executeTakeFirst()

test.each(['succeeded', 'failed', 'held', 'canceled'] as const)(
  'repeats a %s delivery with the same body, and continues the numbers of its attempts',
  async (state) => {
    const own = await newWebhook()
    const { id } = await putDelivery(app, tenant, own, { state, attempts: 3 })
    const { redeliverWebhookDelivery: redelivered } = await ask(
      redeliver(id, 'state attemptsCount nextAttemptAt'),
    )
    expect(redelivered.webhookDelivery).toMatchObject({ state: 'PENDING', attemptsCount: 3 })
    const [row] = await deliveryRows(app, [id])
    expect(row).toMatchObject({
      state: 'pending',
      tries: 0,
      attempts: 3,
      reason: null,
      body: '{"sent":true}',
    })
    expect(row?.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 50)
    expect((await queueOf(own))?.dueAt).toEqual(row?.dueAt)
  },
)

test('makes a pending delivery due at once and keeps its position in the schedule', async () => {
  const { id } = await putDelivery(app, tenant, webhook, { attempts: 2 })
  await ask(redeliver(id))
  const [row] = await deliveryRows(app, [id])
  expect(row).toMatchObject({ state: 'pending', tries: 2 })
  expect(row?.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 50)
})

test('shows deliveries of a deleted webhook, and does not repeat them', async () => {
  const own = await createTenant(app)
  const headers = own.admin.session
  const removed = await newWebhook(own)
  const { id } = await putDelivery(app, own, removed, { state: 'failed', attempts: 1 })
  await ask(`mutation { deleteWebhook(input: { id: "whk_${removed}" }) { deletedWebhookId } }`, headers)
  const shown = `{ webhookDelivery(by: { databaseId: ${id} }) { state webhook { id } } }`
  expect((await ask(shown, headers)).webhookDelivery).toEqual({ state: 'FAILED', webhook: null })
  expect(await refusal(app, headers, redeliver(id))).toMatchObject({
    status: 404,
    message: 'Webhook not found',
  })
  expect(await countOf('dryRun: true', headers)).toBe(0)
  expect(await countOf('', headers)).toBe(0)
  expect((await deliveryRows(app, [id]))[0]?.state).toBe('failed')
})

test('repeats deliveries by webhook, time, type and state, and only counts them in a dry run', async () => {
  const own = await createTenant(app)
  const [one, other] = [await newWebhook(own), await newWebhook(own)]
  const old = new Date('2020-01-02T12:00:00Z')
  const put = {
    failed: await putDelivery(app, own, one, { state: 'failed' }),
    old: await putDelivery(app, own, one, { state: 'failed', createdAt: old }),
    changelog: await putDelivery(app, own, one, { state: 'held', type: 'changelog_created' }),
    done: await putDelivery(app, own, one, { state: 'succeeded' }),
    waiting: await putDelivery(app, own, one, { state: 'pending' }),
    elsewhere: await putDelivery(app, own, other, { state: 'failed' }),
  }
  const many = (args: string) => countOf(args, own.admin.session)
  const ids = Object.values(put).map(({ id }) => id)
  const before = await deliveryRows(app, ids)
  const counts: [args: string, count: number][] = [
    ['', 4],
    [`filter: { webhookId: "whk_${one}" }`, 3],
    [`filter: { webhookId: "whk_${one}", from: "2020-01-10" }`, 2],
    [`filter: { webhookId: "whk_${one}", to: "2020-01-10" }`, 1],
    ['filter: { eventTypes: [CHANGELOG_CREATED] }', 1],
    ['filter: { states: [SUCCEEDED, PENDING] }', 2],
  ]
  for (const [args, count] of counts) expect(await many(`dryRun: true, ${args}`)).toBe(count)
  expect(await deliveryRows(app, ids)).toEqual(before)
  expect(await queueOf(one)).toBeUndefined()
  expect(await many(`filter: { webhookId: "whk_${one}", from: "2020-01-10" }`)).toBe(2)
  const after = new Map((await deliveryRows(app, ids)).map((row) => [row.id, row]))
  const states = Object.fromEntries(Object.entries(put).map(([name, { id }]) => [name, after.get(id)?.state]))
  expect(states).toEqual({
    failed: 'pending',
    old: 'failed',
    changelog: 'pending',
    done: 'succeeded',
    waiting: 'pending',
    elsewhere: 'failed',
  })
  expect((await queueOf(one))?.dueAt).toEqual(after.get(put.failed.id)?.dueAt)
  expect(await queueOf(other)).toBeUndefined()
})

test('completes a count that exceeds the request timeout, without blocking a deletion of the webhook', async () => {
  const own = await newWebhook()
  await putDelivery(app, tenant, own, { state: 'failed' })
  const hurried = await openDatabase({ url: app.database.url, max: 2, timeoutMs: 500 })
  const blocker = await app.database.pool.connect()
  try {
    await blocker.query('begin; lock table deliveries in access exclusive mode')
    const request = { webhookId: own, dryRun: true }
    const counting = redeliverDeliveries(hurried.kysely, tenant.organization.id, request)
    counting.catch(() => {})
    await waitForLock(app)
    // A later request has exceeded the timeout.
    await expect(sql`select from deliveries`.execute(hurried.kysely)).rejects.toThrow('500 ms')
    await blocker.query('commit')
    expect(await counting).toBe(1)
  } finally {
    blocker.release()
    await hurried.close()
  }
  app.statements.length = 0
  await ask(redeliverMany(`filter: { webhookId: "whk_${own}" }, dryRun: true`))
  expect(app.statements.filter((text) => /for key share/.test(text))).toEqual([])
  await ask(redeliverMany(`filter: { webhookId: "whk_${own}" }`))
  expect(app.statements.filter((text) => /for key share/.test(text))).toHaveLength(1)
})

test('finds a few undelivered rows among many without reading the others', async () => {
  const { id: organizationId } = tenant.organization
  const own = await newWebhook()
  await app.database.pool.query(
    `insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, state, due_at, created_at)
     select $1, $2, n, n, 'post_created', case when n % 5000 = 0 then 'failed' else 'succeeded' end::delivery_state, now(), now()
     from generate_series(1, 20000) n`,
    [organizationId, own],
  )
  await app.database.pool.query('analyze deliveries')
  app.statements.length = 0
  expect(await countOf(`filter: { webhookId: "whk_${own}" }`)).toBe(4)
  const [queued] = app.statements.filter((text) => text.includes('with chosen as'))
  const chosen = queued
    ?.slice(queued.indexOf('select'), queued.indexOf('queued as'))
    .trim()
    .replace(/\),$/, '')
  const client = await app.database.pool.connect()
  try {
    await client.query(`set plan_cache_mode = force_generic_plan; prepare chosen as ${chosen}`)
    const plan = await client.query(
      `explain analyze execute chosen (${organizationId}, '{${own}}', null, null, '-infinity', 'infinity', 0, 999999999)`,
    )
    expect(JSON.stringify(plan.rows)).not.toMatch(/Rows Removed by Filter: \d{4}/)
  } finally {
    client.release(true)
  }
})

test("sends a test event to its webhook only, regardless of the webhook's event types", async () => {
  const [one, other] = [await newWebhook(), await newWebhook()]
  const { sendTestEvent } = await ask(
    `mutation { sendTestEvent(input: { id: "whk_${one}" }) { webhookDelivery { id eventId eventType state } } }`,
  )
  expect(sendTestEvent.webhookDelivery).toMatchObject({ eventType: 'WEBHOOK_TEST', state: 'PENDING' })
  const { db } = app.services
  const rows = await db.selectFrom('deliveries').selectAll().where('webhookId', 'in', [one, other]).execute()
  expect(rows.map(({ webhookId }) => webhookId)).toEqual([one])
  expect((await queueOf(one))?.dueAt).toEqual(rows[0]?.dueAt)
  // Other transactions on the database server can block the log for a short time.
  const { previewWebhook } = await vi.waitFor(async () => {
    const answer = await ask(
      `{ previewWebhook(eventId: "${sendTestEvent.webhookDelivery.eventId}") { body } }`,
    )
    expect(answer.previewWebhook).not.toBeNull()
    return answer
  }, DEADLINE_MS)
  expect(JSON.parse(previewWebhook.body)).toMatchObject({
    type: 'webhookTest',
    data: { object: 'webhook', id: one, url: 'https://hooks.example.com/in', before: null, after: null },
  })
})
