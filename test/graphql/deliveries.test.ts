import { createSourceEventStream, parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../src/auth/caller.ts'
import { ANONYMOUS } from '../../src/auth/caller.ts'
import type { Scope } from '../../src/auth/scopes.ts'
import { notify } from '../../src/db/notifications.ts'
import { createContext } from '../../src/graphql/context.ts'
import { executeForItem } from '../../src/graphql/execution/execute-for-item.ts'
import { schema } from '../../src/schema.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { deliveryRows, putDelivery } from '../support/fixtures/deliveries.ts'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'

let app: TestApp
let tenant: Tenant
let webhook: number

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
beforeAll(async () => {
  webhook = await newWebhook()
})
afterAll(() => app.stop())

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
    await putDelivery(app, tenant, own, { state: 'held', createdAt: new Date('2026-11-02T12:00:00Z') }),
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
  expect(await listed('(filter: { to: "2026-11-03" })')).toEqual([1])
  expect(await listed('(filter: { from: "2026-11-03" })')).toEqual([0, 2, 3])
  const wrong = `{ webhook(by: { databaseId: ${own} }) { deliveries(filter: { from: "2026-11-03", to: "2026-11-02" }) { nodes { id } } } }`
  expect((await refusal(app, tenant.admin.session, wrong)).status).toBe(400)
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
  const redeliver = `mutation { redeliverWebhookDelivery(input: { id: "dlv_${foreign.id}" }) { delivery { id } } }`
  expect(await refusal(app, token, redeliver)).toMatchObject({ status: 404, message: 'Delivery not found' })
  const many = await ask('mutation { redeliverWebhookDeliveries(input: {}) { count } }', token)
  expect(many.redeliverWebhookDeliveries.count).toBe(1)
  const [first, second] = await deliveryRows(app, [mine.id, foreign.id])
  expect([first?.state, second?.state]).toEqual(['pending', 'failed'])
})

test('sends each stored attempt of a webhook once to its subscribers', async () => {
  const [one, other] = [await newWebhook(), await newWebhook()]
  await putDelivery(app, tenant, one, { attempts: 2 })
  const admin: Caller = {
    ...ANONYMOUS,
    authority: 'person',
    organizationId: tenant.organization.id,
    actorId: tenant.admin.id,
    role: 'admin',
    authenticated: true,
  }
  const context = createContext(app.services, admin, { requestId: 'test', address: '' })
  const document = parse(
    `subscription { deliveryAttempts(webhookId: "whk_${one}") { number outcome delivery { id } } }`,
  )
  const source = await createSourceEventStream({ schema, document, contextValue: context })
  if ('errors' in source) throw new Error(source.errors?.[0]?.message)
  const items = (source as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  await putDelivery(app, tenant, other, { attempts: 1 })
  const { id } = await putDelivery(app, tenant, one, { attempts: 3 })
  notify(app.services.db, 'attempts')
  for (const number of [1, 2, 3]) {
    const { value } = await items.next()
    const { data } = await executeForItem(schema, document, value, context)
    expect(data).toEqual({ deliveryAttempts: { number, outcome: 'FAILED', delivery: { id: `dlv_${id}` } } })
  }
  await items.return?.()
  const other_ = await createTenant(app)
  const foreign = createContext(
    app.services,
    { ...admin, organizationId: other_.organization.id },
    { requestId: 'test', address: '' },
  )
  const refused = await createSourceEventStream({ schema, document, contextValue: foreign })
  expect('errors' in refused && refused.errors?.[0]?.message).toBe('Webhook not found')
})

test('lets an app subscribe to attempts only with the scope and of its own webhook', async () => {
  const owner = await createTenant(app)
  const install = await putInstall(app, await putApp(app, owner), tenant)
  const { id } = await app.services.db
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', tenant.organization.id)
    .where('installId', '=', install.id)
    .executeTakeFirstOrThrow()
  const refusalOf = async (webhookId: number, scopes: Scope[]) => {
    const caller: Caller = {
      ...ANONYMOUS,
      authority: 'app',
      organizationId: tenant.organization.id,
      actorId: install.userId,
      authenticated: true,
      scopes: new Set(scopes),
      install: { id: install.id, actor: 'app' },
    }
    const contextValue = createContext(app.services, caller, { requestId: 'test', address: '' })
    const document = parse(`subscription { deliveryAttempts(webhookId: "whk_${webhookId}") { number } }`)
    const source = await createSourceEventStream({ schema, document, contextValue })
    return 'errors' in source ? source.errors?.[0]?.message : null
  }
  expect(await refusalOf(id, ['webhooks:manage'])).toBeNull()
  expect(await refusalOf(id, ['posts:read'])).toBe('Missing required OAuth scope: webhooks:manage')
  expect(await refusalOf(webhook, ['webhooks:manage'])).toBe('Webhook not found')
})
