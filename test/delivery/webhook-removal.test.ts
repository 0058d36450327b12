import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { deliver } from '../support/delivery.ts'
import { bearer, install, registerApp } from '../support/clients/oauth.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook, deliveriesOf } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

/** More retries than a busy machine makes before the change of a test. */
const RETRIES = [50, ...Array<number>(300).fill(400)]

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let worker: Delivery
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  worker = deliver(app, { webhookRetrySchedule: RETRIES })
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

/** Waits until every delivery of an organization is canceled. */
const allCanceled = (organizationId: number) =>
  expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(
        'select distinct state from deliveries where organization_id = $1',
        [organizationId],
      )
      return rows as unknown
    })
    .toEqual([{ state: 'canceled' }])

test('a deleted webhook receives nothing more, not even retries', async () => {
  const tenant = await createTenant(app)
  receiver.answer('/removed', (response) => void response.writeHead(500).end())
  const { id } = await createWebhook(app, tenant, {
    url: `${receiver.url}/removed`,
    events: ['post_created'],
  })
  await createPost(app, tenant)
  await receiver.until(1, { path: '/removed' })
  await app.call('DELETE', `/api/v3/webhooks/${id}`, { headers: tenant.keyAndAdmin })
  const count = receiver.received.filter(({ path }) => path === '/removed').length
  await allCanceled(tenant.organization.id)
  expect(receiver.received.filter(({ path }) => path === '/removed').length).toBeLessThanOrEqual(count + 1)
})

test('a change of the URL applies to queued retries', async () => {
  const tenant = await createTenant(app)
  receiver.answer('/old', (response) => void response.writeHead(500).end())
  const { id } = await createWebhook(app, tenant, { url: `${receiver.url}/old`, events: ['post_created'] })
  await createPost(app, tenant)
  await receiver.until(1, { path: '/old' })
  await app.call('PUT', `/api/v3/webhooks/${id}`, {
    headers: tenant.keyAndAdmin,
    body: { url: `${receiver.url}/new` },
  })
  await expect(receiver.until(1, { path: '/new' })).resolves.not.toHaveLength(0)
})

test('a webhook that no longer subscribes to an event receives no queued retry of it', async () => {
  const tenant = await createTenant(app)
  receiver.answer('/narrowed', (response) => void response.writeHead(500).end())
  const { id } = await createWebhook(app, tenant, {
    url: `${receiver.url}/narrowed`,
    events: ['post_created', 'changelog_created'],
  })
  await createPost(app, tenant)
  await receiver.until(1, { path: '/narrowed' })
  const narrowed = await app.call('PUT', `/api/v3/webhooks/${id}`, {
    headers: tenant.keyAndAdmin,
    body: { events: ['changelog_created'] },
  })
  expect(narrowed.status).toBe(200)
  await expect.poll(async () => (await deliveriesOf(app, tenant, id))[0]?.state).toBe('canceled')
  const [delivery] = await deliveriesOf(app, tenant, id)
  expect(delivery?.attempts.at(-1)).toMatchObject({
    outcome: 'refused',
    error: 'The webhook does not subscribe to post_created',
  })
})

test("an event that a webhook's own document does not select is not sent", async () => {
  const tenant = await createTenant(app)
  const document = `subscription ($types: [EventType!] = [POST_CREATED]) { events(filter: {types: $types}) { type } }`
  const { id } = await createWebhook(app, tenant, { url: `${receiver.url}/asked`, document })
  const postId = await createPost(app, tenant)
  const headers = tenant.key
  await app.call('PUT', `/api/v3/feature_requests/${postId}`, { headers, body: { title: 'Other words' } })
  await expect
    .poll(async () => (await deliveriesOf(app, tenant, id)).map(({ state }) => state).sort())
    .toEqual(['canceled', 'succeeded'])
  expect(
    receiver.received.filter(({ path }) => path === '/asked').map(({ body }) => body as unknown),
  ).toEqual([{ type: 'POST_CREATED' }])
})

test('a stopped worker aborts a hanging attempt and records it', async () => {
  const tenant = await createTenant(app)
  const second = deliver(app, { webhookTimeout: 120_000 })
  await worker.stop()
  receiver.answer('/cut', () => {})
  const { id } = await createWebhook(app, tenant, { url: `${receiver.url}/cut`, events: ['post_created'] })
  await createPost(app, tenant)
  await receiver.until(1, { path: '/cut' })
  await second.stop()
  worker = deliver(app, { webhookRetrySchedule: RETRIES })
  const [delivery] = await deliveriesOf(app, tenant, id)
  expect(delivery?.attempts).toMatchObject([{ outcome: 'failed', error: 'the service is shutting down' }])
})

test("an install's retry leaves out fields that its scopes no longer allow, although an earlier attempt contained it", async () => {
  const [owner, target] = [await createTenant(app), await createTenant(app)]
  const client = await registerApp(app, owner, {
    declared_scopes: ['posts:read', 'webhooks:manage'],
    webhook_url: `${receiver.url}/scopes`,
    subscribed_webhook_events: ['post_created'],
  })
  const { access_token } = await install(app, client, target)
  const own = await app.call('GET', '/api/v3/webhooks', { headers: bearer(access_token) })
  const id = own.body.webhooks[0].id as number
  const document = 'subscription { events { ... on PostEvent { post { title } } } }'
  await app.call('PUT', `/api/v3/webhooks/${id}`, { headers: bearer(access_token), body: { document } })
  receiver.answer('/scopes', (response) => void response.writeHead(500).end())
  await createPost(app, target, 'secret')
  await receiver.until(1, { path: '/scopes' })
  const installs = await app.call('GET', '/oauth/installs', { headers: target.admin.session })
  await app.call('PATCH', `/oauth/installs/${installs.body.installs[0].id}`, {
    headers: target.admin.session,
    body: { scopes: ['webhooks:manage'] },
  })
  await expect
    .poll(async () => (await deliveriesOf(app, target, id))[0]?.attempts.at(-1)?.error)
    .toBe('The document could not be run: Missing required OAuth scope: posts:read')
})

test("the revocation of an install ends its webhook's queued retries", async () => {
  const [owner, target] = [await createTenant(app), await createTenant(app)]
  const client = await registerApp(app, owner, {
    declared_scopes: ['webhooks:manage'],
    webhook_url: `${receiver.url}/revoked`,
    subscribed_webhook_events: ['post_created'],
  })
  await install(app, client, target)
  await worker.stop()
  // No attempt is on its way during the revocation: the third one is due long after it.
  worker = deliver(app, { webhookRetrySchedule: [50, 600_000] })
  receiver.answer('/revoked', (response) => void response.writeHead(500).end())
  await createPost(app, target)
  await receiver.until(2, { path: '/revoked' })
  const installs = await app.call('GET', '/oauth/installs', { headers: target.admin.session })
  await app.call('DELETE', `/oauth/installs/${installs.body.installs[0].id}`, {
    headers: target.admin.session,
  })
  await allCanceled(target.organization.id)
  expect(receiver.received.filter(({ path }) => path === '/revoked')).toHaveLength(2)
})
