import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { deliveryRows, putDelivery } from '../support/fixtures/deliveries.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1:9'] })
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

const FIELDS =
  'id databaseId name url events document enabled previousSecretUntil disabledAt disabledReason createdBy { id }'
const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { ${FIELDS} } } }`
const INPUT = { url: 'https://hooks.example.com/in', events: ['POST_CREATED'] }

const create = async (input: object = {}, of = tenant) =>
  (await run(app, of.admin.session, CREATE, { input: { ...INPUT, ...input } })).createWebhook

test('records the reason of a disabled webhook once, and makes held deliveries due when it is enabled', async () => {
  const { webhook } = await create()
  const id = Number(webhook.databaseId)
  const disable = `mutation { updateWebhook(input: { id: "whk_${id}", enabled: false, disabledReason: "Moving" }) { webhook { enabled disabledAt disabledReason } } }`
  const { updateWebhook: disabled } = await run(app, tenant.admin.session, disable)
  expect(disabled.webhook).toEqual({
    enabled: false,
    disabledAt: expect.any(String) as string,
    disabledReason: 'Moving',
  })
  await run(app, tenant.admin.session, disable)
  const notices = await app.services.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'webhook_disabled')
    .where('subjectId', '=', id)
    .execute()
  expect(notices).toHaveLength(1)
  expect(notices[0]?.snapshot).toMatchObject({ id, disabledReason: 'Moving', url: INPUT.url })
  expect(Object.keys(notices[0]?.snapshot as object).filter((name) => /cipher/i.test(name))).toEqual([])
  const held = await putDelivery(app, tenant, id, { state: 'held', attempts: 1 })
  const failed = await putDelivery(app, tenant, id, { state: 'failed', attempts: 10 })
  const { updateWebhook: enabled } = await run(
    app,
    tenant.admin.session,
    `mutation { updateWebhook(input: { id: "whk_${id}", enabled: true }) { webhook { enabled disabledAt disabledReason } } }`,
  )
  expect(enabled.webhook).toEqual({ enabled: true, disabledAt: null, disabledReason: null })
  const [first, second] = await deliveryRows(app, [held.id, failed.id])
  expect(first).toMatchObject({ state: 'pending', tries: 0, attempts: 1 })
  expect(first?.dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 50)
  expect(second?.state).toBe('failed')
  const queue = await app.services.db
    .selectFrom('webhookLanes')
    .selectAll()
    .where('webhookId', '=', id)
    .executeTakeFirst()
  expect(queue?.dueAt).toEqual(first?.dueAt)
})

test('keeps held deliveries held on request', async () => {
  const { webhook } = await create()
  await run(
    app,
    tenant.admin.session,
    `mutation { updateWebhook(input: { id: "${webhook.id}", enabled: false }) { webhook { id } } }`,
  )
  const held = await putDelivery(app, tenant, Number(webhook.databaseId), { state: 'held' })
  const enable = `mutation { updateWebhook(input: { id: "${webhook.id}", enabled: true, deliverHeld: false }) { webhook { disabledAt } } }`
  expect((await run(app, tenant.admin.session, enable)).updateWebhook.webhook.disabledAt).toBeNull()
  expect((await deliveryRows(app, [held.id]))[0]?.state).toBe('held')
})

test('cancels every delivery of a deleted webhook', async () => {
  const { webhook } = await create()
  const id = Number(webhook.databaseId)
  const states = ['pending', 'held', 'failed', 'succeeded'] as const
  const put = await Promise.all(states.map((state) => putDelivery(app, tenant, id, { state })))
  await run(
    app,
    tenant.admin.session,
    `mutation { deleteWebhook(input: { id: "whk_${id}" }) { deletedWebhookId } }`,
  )
  const rows = await deliveryRows(
    app,
    put.map((delivery) => delivery.id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  expect(put.map((delivery) => byId.get(delivery.id)?.state)).toEqual([
    'canceled',
    'canceled',
    'failed',
    'succeeded',
  ])
  expect(byId.get(put[0]?.id ?? 0)?.reason).toBe('The webhook has been removed')
  expect(await run(app, tenant.admin.session, `{ webhook(by: { databaseId: ${id} }) { id } }`)).toEqual({
    webhook: null,
  })
})

test("cancels an install's deliveries when it is revoked, or its app is suspended or loses its URL", async () => {
  const owner = await createTenant(app)
  const ends = [
    (client: string) => app.call('POST', `/oauth/apps/${client}/suspend`, { headers: owner.admin.session }),
    (client: string) =>
      app.call('PATCH', `/oauth/apps/${client}`, {
        headers: owner.admin.session,
        body: { webhook_url: null },
      }),
    (_client: string, install: number) =>
      app.call('DELETE', `/oauth/installs/${install}`, { headers: tenant.admin.session }),
    (_client: string, install: number) =>
      app.call('PATCH', `/oauth/installs/${install}`, {
        headers: tenant.admin.session,
        body: { webhook_events: [] },
      }),
  ]
  for (const end of ends) {
    const client = await putApp(app, owner)
    const install = await putInstall(app, client, tenant)
    const webhook = await app.services.db
      .selectFrom('webhooks')
      .select('id')
      .where('installId', '=', install.id)
      .where('organizationId', '=', tenant.organization.id)
      .executeTakeFirstOrThrow()
    const { id } = await putDelivery(app, tenant, webhook.id)
    expect((await end(client.clientId, install.id)).status).toBe(200)
    expect((await deliveryRows(app, [id]))[0]?.state).toBe('canceled')
  }
})
