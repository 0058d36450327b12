import { createSourceEventStream, parse } from 'graphql'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../src/auth/caller.ts'
import { ANONYMOUS } from '../../src/auth/caller.ts'
import type { Scope } from '../../src/auth/scopes.ts'
import { notify } from '../../src/db/history/notifications.ts'
import { createContext } from '../../src/graphql/context.ts'
import { executeForItem } from '../../src/graphql/execution/execute-for-item.ts'
import { schema } from '../../src/schema.ts'
import { putDelivery } from '../support/fixtures/deliveries.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
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

const adminOf = ({ organization, admin }: typeof tenant): Caller => ({
  ...ANONYMOUS,
  authority: 'person',
  organizationId: organization.id,
  actorId: admin.id,
  role: 'admin',
  authenticated: true,
})

test('sends each stored attempt of all webhooks of the organization once, in any order of storage', async () => {
  const [of, foreign] = [await createTenant(app), await createTenant(app)]
  const [one, other] = [await newWebhook(of), await newWebhook(of)]
  await putDelivery(app, of, one, { attempts: 2 })
  const context = createContext(app.services, adminOf(of), { requestId: 'test', address: '' })
  const document = parse('subscription { deliveryAttempts { number delivery { id webhook { id } } } }')
  const source = await createSourceEventStream({ schema, document, contextValue: context })
  if ('errors' in source) throw new Error(source.errors?.[0]?.message)
  const next = async () => {
    const { value } = await items.next()
    const { data } = await executeForItem(schema, document, value, context)
    return data?.deliveryAttempts
  }
  await putDelivery(app, foreign, await newWebhook(foreign), { attempts: 1 })
  // Its attempt has a higher id and is stored first.
  const [{ last }] = (
    await sql<{ last: number }>`select max(id) + 10 as last from delivery_attempts`.execute(app.services.db)
  ).rows as [{ last: number }]
  const later = await putDelivery(app, of, other, { attempts: 1 })
  await sql`update delivery_attempts set id = ${last} where delivery_id = ${later.id}`.execute(
    app.services.db,
  )
  const items = (source as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  const attempt = (number: number, id: number, webhookId: number) => ({
    number,
    delivery: { id: `dlv_${id}`, webhook: { id: `whk_${webhookId}` } },
  })
  expect(await next()).toEqual(attempt(1, later.id, other))
  const earlier = await putDelivery(app, of, one, { attempts: 2 })
  const created = await newWebhook(of)
  const newest = await putDelivery(app, of, created, { attempts: 1 })
  notify(app.services.db, 'attempts')
  expect([await next(), await next(), await next()]).toEqual([
    attempt(1, earlier.id, one),
    attempt(2, earlier.id, one),
    attempt(1, newest.id, created),
  ])
  await items.return?.()
})

test('sends each stored attempt of a webhook once to its subscribers', async () => {
  const [one, other] = [await newWebhook(), await newWebhook()]
  await putDelivery(app, tenant, one, { attempts: 2 })
  const admin = adminOf(tenant)
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
  const refusedMessage = async (webhookId: number | null, scopes: Scope[]) => {
    const caller: Caller = {
      ...ANONYMOUS,
      authority: 'app',
      organizationId: tenant.organization.id,
      actorId: install.userId,
      authenticated: true,
      scopes: new Set(scopes),
      install: { id: install.id, actor: 'app', declaredScopes: [] },
    }
    const contextValue = createContext(app.services, caller, { requestId: 'test', address: '' })
    const argument = webhookId === null ? 'null' : `"whk_${webhookId}"`
    const document = parse(`subscription { deliveryAttempts(webhookId: ${argument}) { number } }`)
    const source = await createSourceEventStream({ schema, document, contextValue })
    return 'errors' in source ? source.errors?.[0]?.message : null
  }
  expect(await refusedMessage(id, ['webhooks:manage'])).toBeNull()
  expect(await refusedMessage(null, ['webhooks:manage'])).toBeNull()
  expect(await refusedMessage(null, ['posts:read'])).toBe('Missing required OAuth scope: webhooks:manage')
  expect(await refusedMessage(id, ['posts:read'])).toBe('Missing required OAuth scope: webhooks:manage')
  expect(await refusedMessage(webhook, ['webhooks:manage'])).toBe('Webhook not found')
})
