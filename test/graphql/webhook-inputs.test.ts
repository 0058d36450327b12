import { beforeAll, expect, test } from 'vitest'
import { putDelivery } from '../support/fixtures/deliveries.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let webhook: number

beforeAll(async () => {
  webhook = (await createWebhook(app, tenant, { url: 'https://hooks.example.com/in' })).id
})

const ask = (query: string, headers = tenant.admin.session) => run(app, headers, query)
const update = (fields: string) =>
  `mutation { updateWebhook(input: { id: "whk_${webhook}", ${fields} }) { webhook { updatedAt } } }`
const refused = (query: string) => refusal(app, tenant.admin.session, query)

test('node finds webhooks, deliveries and attempts for admins of their organization only', async () => {
  const delivery = await putDelivery(app, tenant, webhook, { attempts: 1 })
  const { webhookDelivery } = await ask(
    `{ webhookDelivery(by: { databaseId: ${delivery.id} }) { attempts { id databaseId } } }`,
  )
  const [attempt] = webhookDelivery.attempts
  expect(attempt.id).toBe(`att_${attempt.databaseId}`)
  const ids = [`whk_${webhook}`, `dlv_${delivery.id}`, attempt.id]
  const query = `{ nodes(ids: ${JSON.stringify(ids)}) { __typename id } }`
  const types = ['Webhook', 'WebhookDelivery', 'DeliveryAttempt']
  expect((await ask(query)).nodes).toEqual(ids.map((id, index) => ({ __typename: types[index], id })))
  const other = await createTenant(app)
  const member = await tenant.member('member')
  for (const headers of [other.admin.session, member.session, tenant.key])
    expect((await run(app, headers, query)).nodes).toEqual([null, null, null])
  expect((await ask(`{ node(id: "dlv_9007199254740993") { id } }`)).node).toBeNull()
})

test('looks a webhook and a delivery up by either id, and finds nothing for another', async () => {
  const { id } = await putDelivery(app, tenant, webhook)
  const found =
    await ask(`{ a: webhook(by: { id: "whk_${webhook}" }) { id } b: webhook(by: { databaseId: 1234567 }) { id }
    c: webhookDelivery(by: { id: "dlv_${id}" }) { id } d: webhookDelivery(by: { databaseId: 9007199254740991 }) { id } }`)
  expect(found).toEqual({ a: { id: `whk_${webhook}` }, b: null, c: { id: `dlv_${id}` }, d: null })
  expect(await refused(`{ webhook(by: { id: "dlv_${id}" }) { id } }`)).toMatchObject({
    code: 'INVALID_PARAM',
    message: expect.stringContaining('must be the id of a Webhook, not of a WebhookDelivery') as string,
  })
  expect(await refused('{ webhookDeliveries(filter: { webhookId: "abc" }) { nodes { id } } }')).toMatchObject(
    {
      code: 'INVALID_PARAM',
    },
  )
})

test('lists the deliveries of all webhooks, latest first, and of one', async () => {
  const own = await createTenant(app)
  const make = async () => (await createWebhook(app, own, { url: 'https://hooks.example.com/in' })).id
  const [one, two] = [await make(), await make()]
  const put = [
    await putDelivery(app, own, one, { state: 'failed' }),
    await putDelivery(app, own, two, { state: 'succeeded', type: 'changelog_created' }),
    await putDelivery(app, own, one, { state: 'held', createdAt: new Date('2020-01-02T12:00:00Z') }),
  ]
  const list = async (args: string) => {
    const query = `{ webhookDeliveries(${args}) { totalCount nodes { databaseId webhook { databaseId } } pageInfo { endCursor } } }`
    const { webhookDeliveries } = await ask(query, own.admin.session)
    const nodes = webhookDeliveries.nodes as { databaseId: number }[]
    return {
      order: nodes.map(({ databaseId }) => put.findIndex(({ id }) => id === databaseId)),
      count: webhookDeliveries.totalCount as number,
      end: webhookDeliveries.pageInfo.endCursor as string,
    }
  }
  expect(await list('first: 9')).toMatchObject({ order: [2, 1, 0], count: 3 })
  const page = await list('first: 2')
  expect(page).toMatchObject({ order: [2, 1], count: 3 })
  expect(await list(`after: "${page.end}"`)).toMatchObject({ order: [0], count: 3 })
  expect(await list('first: 1, offset: 2')).toMatchObject({ order: [0] })
  expect(await list('orderBy: { field: CREATED_AT, direction: ASC }')).toMatchObject({ order: [0, 1, 2] })
  expect(await list(`filter: { webhookId: "whk_${one}" }`)).toMatchObject({ order: [2, 0], count: 2 })
  expect(await list('filter: { states: [FAILED, SUCCEEDED] }')).toMatchObject({ order: [1, 0], count: 2 })
  expect(await list('filter: { eventTypes: [CHANGELOG_CREATED] }')).toMatchObject({ order: [1], count: 1 })
  expect(await list('filter: { to: "2020-01-03" }')).toMatchObject({ order: [2], count: 1 })
  expect(await list(`filter: { webhookId: "whk_${webhook}" }`)).toMatchObject({ order: [], count: 0 })
})

test('refuses an empty update, a null, and fields of another state, by name', async () => {
  const problems: [fields: string, code: string, field: string[] | null][] = [
    ['', 'UNPROCESSABLE', null],
    ['name: null', 'INVALID_PARAM', ['name']],
    ['events: null', 'INVALID_PARAM', ['events']],
    ['enabled: true, disabledReason: "x"', 'INVALID_PARAM', ['disabledReason']],
    ['deliverHeld: true', 'INVALID_PARAM', ['deliverHeld']],
    [`enabled: false, disabledReason: "${'x'.repeat(501)}"`, 'UNPROCESSABLE', ['disabledReason']],
    ['url: "no url"', 'UNPROCESSABLE', ['url']],
    ['events: [WEBHOOK_TEST]', 'INVALID_PARAM', ['events']],
  ]
  for (const [fields, code, field] of problems)
    expect(await refused(update(fields))).toMatchObject({ code, field })
})

test('applies an update only if there was no other since the given time', async () => {
  const { updateWebhook } = await ask(update('name: "One"'))
  const since = updateWebhook.webhook.updatedAt as string
  const before = new Date(Date.parse(since) - 1).toISOString()
  await ask(update(`name: "Two", ifUnchangedSince: "${since}"`))
  expect(await refused(update(`name: "Three", ifUnchangedSince: "${before}"`))).toMatchObject({
    code: 'CONFLICT',
    field: ['ifUnchangedSince'],
  })
  expect(await refused(update(`enabled: false, ifUnchangedSince: "${before}"`))).toMatchObject({
    code: 'CONFLICT',
  })
  expect((await ask(`{ webhook(by: { databaseId: ${webhook} }) { name enabled } }`)).webhook).toEqual({
    name: 'Two',
    enabled: true,
  })
})

test("shows the install of an app's webhook, and no event once it is no longer retained", async () => {
  const install = await putInstall(app, await putApp(app, await createTenant(app)), tenant)
  const { webhooks } = await ask(
    '{ webhooks { nodes { databaseId install { id webhook { databaseId } } } } }',
  )
  const nodes = webhooks.nodes as {
    install: { id: string; webhook: { databaseId: number } } | null
    databaseId: number
  }[]
  const installed = nodes.find((node) => node.install !== null)
  expect(installed?.install?.id).toMatch(new RegExp(`(^|_)${install.id}$`))
  expect(installed?.install?.webhook.databaseId).toBe(installed?.databaseId)
  const { id } = await putDelivery(app, tenant, webhook)
  const read = async () =>
    (await ask(`{ webhookDelivery(by: { databaseId: ${id} }) { eventId event { id } } }`)).webhookDelivery
  const { eventId, event } = await read()
  expect(event).toEqual({ id: eventId })
  await app.database.pool.query(
    'delete from events using deliveries d where d.id = $1 and events.id = d.event_id',
    [id],
  )
  expect(await read()).toEqual({ eventId, event: null })
})
