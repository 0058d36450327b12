import { beforeAll, expect, test } from 'vitest'
import { deliveryRows, putDelivery } from '../support/fixtures/deliveries.ts'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
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
const ask = (query: string, headers = tenant.admin.session) => run(app, headers, query)

test('returns a delivery with its event, state and attempts', async () => {
  const { id, eventId } = await putDelivery(app, tenant, webhook, { state: 'failed', attempts: 2 })
  const { webhookDelivery } =
    await ask(`{ webhookDelivery(by: { id: "dlv_${id}" }) { id databaseId event { id type } eventId eventType state reason attemptsCount
    nextAttemptAt body webhook { id } attempts { number outcome responseStatus durationMs responseBody error delivery { id } } } }`)
  const attempt = {
    outcome: 'FAILED',
    responseStatus: 500,
    durationMs: 12,
    responseBody: 'down',
    error: 'answered 500',
  }
  expect(webhookDelivery).toEqual({
    id: `dlv_${id}`,
    databaseId: id,
    event: { id: eventId, type: 'POST_CREATED' },
    eventId,
    eventType: 'POST_CREATED',
    state: 'FAILED',
    reason: 'answered 500',
    attemptsCount: 2,
    nextAttemptAt: null,
    body: '{"sent":true}',
    webhook: { id: `whk_${webhook}` },
    attempts: [1, 2].map((number) => ({ ...attempt, number, delivery: { id: `dlv_${id}` } })),
  })
})

test('lists deliveries latest event first, in pages both ways, by state, type and time', async () => {
  const own = await newWebhook()
  const put = [
    await putDelivery(app, tenant, own, { state: 'failed' }),
    await putDelivery(app, tenant, own, { state: 'succeeded', type: 'changelog_created' }),
    await putDelivery(app, tenant, own, { state: 'held', createdAt: new Date('2020-01-02T12:00:00Z') }),
    await putDelivery(app, tenant, own, {}),
  ]
  const ids = put.map(({ id }) => `dlv_${id}`).reverse()
  const list = async (args: string) =>
    (
      await ask(
        `{ webhook(by: { databaseId: ${own} }) { deliveries${args} { nodes { id } pageInfo { hasNextPage endCursor startCursor } } } }`,
      )
    ).webhook.deliveries
  const listed = async (args: string) =>
    ((await list(args)).nodes as { id: string }[]).map(({ id }) => ids.indexOf(id))
  expect(await listed('')).toEqual([0, 1, 2, 3])
  const first = await list('(first: 3)')
  expect(first.pageInfo.hasNextPage).toBe(true)
  expect(await listed(`(first: 3, after: "${first.pageInfo.endCursor}")`)).toEqual([3])
  const last = await list('(last: 2)')
  expect(await listed(`(last: 2, before: "${last.pageInfo.startCursor}")`)).toEqual([0, 1])
  expect(await listed('(filter: { states: [FAILED, HELD] })')).toEqual([1, 3])
  expect(await listed('(filter: { states: [] })')).toEqual([0, 1, 2, 3])
  expect(await listed('(filter: { eventTypes: [CHANGELOG_CREATED] })')).toEqual([2])
  expect(await listed('(filter: { to: "2020-01-03" })')).toEqual([1])
  expect(await listed('(filter: { from: "2020-01-03" })')).toEqual([0, 2, 3])
  expect(await listed(`(filter: { eventId: "${put[1]?.eventId}" })`)).toEqual([2])
  const wrong = `{ webhook(by: { databaseId: ${own} }) { deliveries(filter: { from: "2020-01-03", to: "2020-01-02" }) { nodes { id } } } }`
  expect((await refusal(app, tenant.admin.session, wrong)).status).toBe(400)
})

test('finds deliveries by their event and by the status of their last attempt, and redelivers those', async () => {
  const of = await createTenant(app)
  const [one, other] = [await newWebhook(of), await newWebhook(of)]
  const failed = await putDelivery(app, of, one, { state: 'failed', attempts: 2 })
  const sent = await putDelivery(app, of, other, { state: 'succeeded', attempts: 1 })
  await app.services.db
    .updateTable('deliveryAttempts')
    .set({ status: 404 })
    .where('deliveryId', '=', failed.id)
    .where('number', '=', 1)
    .execute()
  const found = async (filter: string, headers = of.admin.session) => {
    const query = `{ webhookDeliveries(filter: ${filter}) { totalCount nodes { databaseId } } }`
    const { totalCount, nodes } = (await ask(query, headers)).webhookDeliveries
    expect(totalCount).toBe(nodes.length)
    return nodes.map(({ databaseId }: { databaseId: number }) => databaseId)
  }
  expect(await found(`{ eventId: "${failed.eventId}" }`)).toEqual([failed.id])
  expect(await found(`{ eventId: "${sent.eventId}" }`)).toEqual([sent.id])
  expect(await found(`{ eventId: "${sent.eventId}" }`, tenant.admin.session)).toEqual([])
  expect(await found('{ responseStatus: { min: 500, max: 599 } }')).toEqual([sent.id, failed.id])
  expect(await found('{ responseStatus: { min: 400, max: 499 } }')).toEqual([])
  expect(await found(`{ responseStatus: { min: 500, max: 500 }, webhookId: "whk_${one}" }`)).toEqual([
    failed.id,
  ])
  const count = async (filter: string) =>
    (
      await ask(
        `mutation { redeliverWebhookDeliveries(input: { dryRun: true, filter: ${filter} }) { count } }`,
        of.admin.session,
      )
    ).redeliverWebhookDeliveries.count
  const all = 'states: [FAILED, SUCCEEDED]'
  expect(await count(`{ ${all} }`)).toBe(2)
  expect(await count(`{ ${all}, eventId: "${sent.eventId}" }`)).toBe(1)
  expect(await count('{ responseStatus: { min: 500, max: 500 } }')).toBe(1)
  expect(await count(`{ ${all}, responseStatus: { min: 200, max: 299 } }`)).toBe(0)
  expect(await found('{ eventId: "evt_1_1" }')).toEqual([])
  expect(await count(`{ ${all}, eventId: "evt_1_1" }`)).toBe(0)
  const REDELIVER =
    'mutation ($id: ID!) { redeliverWebhookDeliveries(input: { filter: { eventId: $id } }) { count } }'
  const LIST = 'query ($id: ID!) { webhookDeliveries(filter: { eventId: $id }) { nodes { id } } }'
  for (const id of ['evt_', 'tag_1'])
    for (const operation of [REDELIVER, LIST])
      expect(await refusal(app, of.admin.session, operation, { id })).toMatchObject({
        code: 'INVALID_PARAM',
        message: expect.stringContaining('"filter.eventId" must be the id of an Event') as string,
      })
})

test('reads the attempts of a whole page in one statement', async () => {
  const own = await newWebhook()
  for (let index = 0; index < 5; index++) await putDelivery(app, tenant, own, { attempts: 2 })
  const statements = async (first: number) => {
    app.statements.length = 0
    await ask(
      `{ webhook(by: { databaseId: ${own} }) { deliveries(first: ${first}) { nodes { id attempts { number } } } } }`,
    )
    return app.statements.filter((text) => /deliver/.test(text)).length
  }
  expect(await statements(5)).toBe(await statements(1))
})

test("lets an app's token see and repeat only its own webhook's deliveries", async () => {
  const owner = await createTenant(app)
  const install = await putInstall(app, await putApp(app, owner), tenant)
  const token = await putToken(app, install)
  const { webhooks } = await ask('{ webhooks { nodes { databaseId } } }', token)
  const own = Number(webhooks.nodes[0].databaseId)
  const mine = await putDelivery(app, tenant, own, { state: 'failed' })
  const foreign = await putDelivery(app, tenant, webhook, { state: 'failed' })
  const read = (id: number) =>
    ask(`{ webhookDelivery(by: { databaseId: ${id} }) { state } node(id: "dlv_${id}") { id } }`, token)
  expect(await read(mine.id)).toEqual({
    webhookDelivery: { state: 'FAILED' },
    node: { id: `dlv_${mine.id}` },
  })
  expect(await read(foreign.id)).toEqual({ webhookDelivery: null, node: null })
  const list = async (filter: string) =>
    (await ask(`{ webhookDeliveries(filter: ${filter}) { nodes { databaseId } } }`, token)).webhookDeliveries
  expect(await list('{}')).toEqual({ nodes: [{ databaseId: mine.id }] })
  expect(await list(`{ webhookId: "whk_${webhook}" }`)).toEqual({ nodes: [] })
  const redeliver = `mutation { redeliverWebhookDelivery(input: { id: "dlv_${foreign.id}" }) { webhookDelivery { id } } }`
  expect(await refusal(app, token, redeliver)).toMatchObject({ status: 404, message: 'Delivery not found' })
  const many = await ask('mutation { redeliverWebhookDeliveries(input: {}) { count } }', token)
  expect(many.redeliverWebhookDeliveries.count).toBe(1)
  const [first, second] = await deliveryRows(app, [mine.id, foreign.id])
  expect([first?.state, second?.state]).toEqual(['pending', 'failed'])
})
