import { beforeAll, expect, test } from 'vitest'
import { putDelivery } from '../support/fixtures/deliveries.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let tenant: Tenant

beforeAll(async () => {
  tenant = await createTenant(app)
})

const newWebhook = async (name = '') =>
  (await createWebhook(app, tenant, { url: 'https://hooks.example.com/in', name })).id
const ask = (query: string) => run(app, tenant.admin.session, query)

const HEALTH = 'health { consecutiveFailures lastSuccessAt lastFailureAt successRate }'
const healthOf = async (id: number) =>
  (await ask(`{ webhook(by: { databaseId: ${id} }) { ${HEALTH} } }`)).webhook.health

/** Sets the outcome of the attempts with the given numbers. */
const deliver = (delivery: number, numbers: number[], at = 'created_at') =>
  app.database.pool.query(
    `update delivery_attempts set outcome = 'delivered', created_at = ${at} where delivery_id = $1 and number = any($2)`,
    [delivery, numbers],
  )

test('shows the failures since the last success, and the share of successes within a day', async () => {
  const id = await newWebhook()
  const unknown = { consecutiveFailures: 0, lastSuccessAt: null, lastFailureAt: null, successRate: null }
  expect(await healthOf(id)).toEqual(unknown)
  const first = await putDelivery(app, tenant, id, { state: 'failed', attempts: 4 })
  const failed = { consecutiveFailures: 4, lastSuccessAt: null, successRate: 0 }
  expect(await healthOf(id)).toMatchObject({ ...failed, lastFailureAt: expect.any(String) as string })
  await deliver(first.id, [2])
  expect(await healthOf(id)).toMatchObject({
    consecutiveFailures: 2,
    lastSuccessAt: expect.any(String) as string,
    successRate: 0.25,
  })
  await deliver(first.id, [2], `created_at - interval '2 days'`)
  expect(await healthOf(id)).toMatchObject({ consecutiveFailures: 2, successRate: 0 })
  await deliver(first.id, [4])
  expect(await healthOf(id)).toMatchObject({
    consecutiveFailures: 0,
    lastFailureAt: expect.any(String) as string,
  })
})

test('filters and sorts webhooks, and counts them', async () => {
  tenant = await createTenant(app)
  const [b, a, c] = [await newWebhook('b'), await newWebhook('a'), await newWebhook('c')]
  await ask(
    `mutation { updateWebhook(input: { id: "whk_${c}", enabled: false, events: [POST_UPDATED] }) { webhook { id } } }`,
  )
  const list = async (args: string) => {
    const { webhooks } = await ask(
      `{ webhooks(${args}) { totalCount nodes { databaseId } pageInfo { endCursor } } }`,
    )
    const nodes = webhooks.nodes as { databaseId: number }[]
    return { ids: nodes.map(({ databaseId }) => databaseId), count: webhooks.totalCount as number, webhooks }
  }
  expect(await list('first: 10')).toMatchObject({ ids: [b, a, c], count: 3 })
  expect(await list('filter: { enabled: true }')).toMatchObject({ ids: [b, a], count: 2 })
  expect(await list('filter: { enabled: false }')).toMatchObject({ ids: [c], count: 1 })
  await app.database.kysely
    .updateTable('webhooks')
    .set({ failingSince: new Date() })
    .where('id', '=', a)
    .execute()
  expect(await list('filter: { failing: true }')).toMatchObject({ ids: [a], count: 1 })
  expect(await list('filter: { enabled: true, failing: false }')).toMatchObject({ ids: [b], count: 1 })
  expect(await list('filter: { eventTypes: [POST_CREATED, POST_COMPLETED] }')).toMatchObject({ ids: [b, a] })
  const byName = 'orderBy: { field: NAME, direction: ASC }'
  const page = await list(`first: 2, ${byName}`)
  expect(page).toMatchObject({ ids: [a, b], count: 3 })
  expect(await list(`after: "${page.webhooks.pageInfo.endCursor}", ${byName}`)).toMatchObject({ ids: [c] })
  expect(await list('orderBy: { field: CREATED_AT, direction: DESC }')).toMatchObject({ ids: [c, a, b] })
})

test('reads installs, health and deliveries with their events of all webhooks in as many statements as of one', async () => {
  tenant = await createTenant(app)
  const owner = await createTenant(app)
  const statements = async (count: number) => {
    app.statements.length = 0
    const { webhooks } = await ask(`{ webhooks(first: ${count}) { nodes { install { id } ${HEALTH}
      deliveries(first: 2) { totalCount nodes { attempts { number } event { id } webhook { id } } } } } }`)
    expect(webhooks.nodes).toHaveLength(count)
    for (const { deliveries } of webhooks.nodes) {
      expect(deliveries.totalCount).toBe(3)
      expect(deliveries.nodes[0].event.id).toMatch(/^evt_/)
    }
    return app.statements.length
  }
  const put = async (id: number) => {
    for (let number = 0; number < 3; number++) await putDelivery(app, tenant, id, { attempts: 1 })
  }
  for (let count = 0; count < 10; count++) await put(await newWebhook())
  const one = await statements(10)
  for (let count = 0; count < 20; count++) await put(await newWebhook())
  expect(await statements(30)).toBe(one)
  await app.database.pool.query(
    `insert into webhooks (organization_id, url, events, created_at, updated_at)
     select $1, 'https://hooks.example.com/in', '{post_created}', now(), now() from generate_series(1, 69)`,
    [tenant.organization.id],
  )
  await putInstall(app, await putApp(app, owner), tenant)
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select id from webhooks where organization_id = $1 order by id offset 30',
    [tenant.organization.id],
  )
  for (const { id } of rows) await put(id)
  expect(await statements(100)).toBeLessThanOrEqual(one + 1)
})
