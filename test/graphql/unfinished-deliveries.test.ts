import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixedKeys } from '../../src/auth/keys.ts'
import { readConfig } from '../../src/config.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { startWorker } from '../../src/server/jobs/start-worker.ts'
import { finishDeliveries } from '../../src/modules/webhooks/deliveries/finish-deliveries.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

const newWebhook = async () =>
  Number((await createWebhook(app, tenant, { url: 'https://hooks.example.com/in' })).id)

/** Stores more deliveries of a webhook than two batches contain. */
const putMany = (webhookId: number, state: 'pending' | 'held') =>
  app.database.pool.query(
    `insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, state, due_at, created_at)
     select $1, $2, n, n, 'post_created', $3::delivery_state, 'infinity', now() from generate_series(1, 12000) n`,
    [tenant.organization.id, webhookId, state],
  )

const countsOf = async (webhookId: number) => {
  const { rows } = await app.database.pool.query<{
    state: string
    count: number
    first: number
    moments: number
  }>(
    `select state, count(*)::int as count, min(event_position)::int as first, count(distinct due_at)::int as moments
     from deliveries where organization_id = $1 and webhook_id = $2 group by state`,
    [tenant.organization.id, webhookId],
  )
  return Object.fromEntries(rows.map(({ state, ...row }) => [state, row]))
}
const ask = (mutation: string) =>
  run(app, tenant.admin.session, `mutation { ${mutation} { errors { code } } }`)
const finish = () => finishDeliveries(app.services.db)

test('deleting a webhook or an install cancels one batch of deliveries, and a sweep cancels the others', async () => {
  const webhook = await newWebhook()
  const client = await putApp(app, await createTenant(app))
  const install = await putInstall(app, client, tenant)
  const own = await app.services.db
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', tenant.organization.id)
    .where('installId', '=', install.id)
    .executeTakeFirstOrThrow()
  const ends: [id: number, state: 'pending' | 'held', path: string, reason: string][] = [
    [webhook, 'pending', `/api/v3/webhooks/${webhook}`, 'The webhook has been removed'],
    [own.id, 'held', `/oauth/installs/${install.id}`, 'The install has ended'],
  ]
  for (const [id, state, path, reason] of ends) {
    await putMany(id, state)
    const headers = path.startsWith('/api') ? tenant.keyAndAdmin : tenant.admin.session
    expect((await app.call('DELETE', path, { headers })).status).toBeLessThan(300)
    expect(await countsOf(id)).toMatchObject({ canceled: { count: 5_000 }, [state]: { count: 7_000 } })
    expect(await finish()).toBe(true)
    expect(await countsOf(id)).toMatchObject({ canceled: { count: 10_000 }, [state]: { count: 2_000 } })
    // Any other process finds the remaining deliveries after one was killed here.
    while (await finish());
    expect(await countsOf(id)).toMatchObject({ canceled: { count: 12_000 } })
    const { rows } = await app.database.pool.query(
      'select distinct reason from deliveries where webhook_id = $1',
      [id],
    )
    expect(rows).toEqual([{ reason }])
  }
})

test('enabling a webhook queues one batch of its held deliveries, and a sweep queues the others in the order of events', async () => {
  const id = await newWebhook()
  await ask(`updateWebhook(input: { id: "whk_${id}", enabled: false })`)
  await putMany(id, 'held')
  await ask(`updateWebhook(input: { id: "whk_${id}", enabled: true })`)
  expect(await countsOf(id)).toMatchObject({ pending: { count: 5_000, first: 1 }, held: { first: 5_001 } })
  await app.database.pool.query('update webhook_lanes set due_at = null where webhook_id = $1', [id])
  expect(await finish()).toBe(true)
  expect(await countsOf(id)).toMatchObject({ pending: { count: 10_000 }, held: { first: 10_001 } })
  const queues = await app.database.pool.query('select due_at from webhook_lanes where webhook_id = $1', [id])
  expect(queues.rows[0].due_at).toBeInstanceOf(Date)
  // A delivery that is held again is not queued a second time.
  const again = 'where webhook_id = $1 and event_position = 1'
  await app.database.pool.query(`update deliveries set state = 'held', updated_at = now() ${again}`, [id])
  while (await finish());
  expect(await countsOf(id)).toMatchObject({
    pending: { count: 11_999, moments: 2 },
    held: { count: 1, first: 1 },
  })
})

test.each(['disabled again', 'disabled and enabled without what it held'])(
  'deliveries that are not queued yet stay held when the webhook is %s',
  async (how) => {
    const id = await newWebhook()
    await ask(`updateWebhook(input: { id: "whk_${id}", enabled: false })`)
    await putMany(id, 'held')
    await ask(`updateWebhook(input: { id: "whk_${id}", enabled: true })`)
    await ask(`updateWebhook(input: { id: "whk_${id}", enabled: false })`)
    if (how !== 'disabled again')
      await ask(`updateWebhook(input: { id: "whk_${id}", enabled: true, deliverHeld: false })`)
    while (await finish());
    expect(await countsOf(id)).toMatchObject({ pending: { count: 5_000 }, held: { count: 7_000 } })
    await ask(`deleteWebhook(input: { id: "whk_${id}" })`)
    while (await finish());
    expect(await countsOf(id)).toMatchObject({ canceled: { count: 12_000 } })
  },
)

test('a starting worker continues the work of a killed process', async () => {
  const id = await newWebhook()
  await putMany(id, 'pending')
  await ask(`deleteWebhook(input: { id: "whk_${id}" })`)
  await finish()
  expect(await countsOf(id)).toMatchObject({ pending: { count: 2_000 } })
  const { database, services } = app
  const secretKey = fixedKeys([app.secretKey])
  const config = readConfig({ DATABASE_URL: database.url, SECRET_KEY: app.secretKey.toString('base64') })
  const stop = await startWorker({
    config,
    database,
    secretKey,
    services,
    metrics: services.metrics,
    log: createLogger('silent'),
  })
  try {
    await expect.poll(() => countsOf(id), { timeout: 20_000 }).toMatchObject({ canceled: { count: 12_000 } })
  } finally {
    await stop()
  }
  expect(await app.services.db.selectFrom('unfinishedDeliveries').selectAll().execute()).toEqual([])
})
