import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver, type Received } from '../support/clients/receiver.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook, deliveriesOf } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
let worker: Delivery
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  worker = deliver(app)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

const headersOf = ({ headers }: Received) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

test('delivers a post to a webhook, with a signature that two public packages verify', async () => {
  const tenant = await createTenant(app)
  const { secret } = await createWebhook(app, tenant, { url: `${receiver.url}/signed` })
  const id = await createPost(app, tenant, 'Dark mode')
  const [message] = await receiver.until(1, { path: '/signed' })
  if (!message) throw new Error('no message was received')
  expect(message.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Echolog-Webhooks/test',
  })
  for (const verifier of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
    expect(() => verifier.verify(message.text, headersOf(message))).not.toThrow()
    expect(() => verifier.verify(`${message.text} `, headersOf(message))).toThrow()
  }
  expect(message.body).toMatchObject({
    id: message.headers['webhook-id'],
    type: 'postCreated',
    event: 'post_created',
    organization: { id: tenant.organization.id, subdomain: tenant.organization.slug },
    data: { object: 'post', id, title: 'Dark mode', upvotes_count: 1, before: null, after: null },
  })
})

test('delivers events in order, each once, also while retries are pending', async () => {
  const tenant = await createTenant(app)
  let failed = 0
  receiver.answer('/order', (response, { body }) => {
    if (body.data.title === 'wish 3' && failed++ < 2) response.writeHead(500)
    response.end()
  })
  await createWebhook(app, tenant, { url: `${receiver.url}/order`, events: ['post_created'] })
  for (let index = 0; index < 10; index++) await createPost(app, tenant, `wish ${index}`)
  const messages = await receiver.until(12, { path: '/order' })
  const titles = messages.map(({ body }) => body.data.title as string)
  const firsts = titles.filter((title, index) => titles.indexOf(title) === index)
  expect(firsts).toEqual(Array.from({ length: 10 }, (_, index) => `wish ${index}`))
  expect(titles.filter((title) => title === 'wish 3')).toHaveLength(3)
  const ids = messages
    .filter(({ body }) => body.data.title === 'wish 3')
    .map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
  await createPost(app, tenant, 'behind them')
  const all = await receiver.until(13, { path: '/order' })
  expect(all.map(({ body }) => body.data.title as string)).toEqual([...titles, 'behind them'])
})

test('a retry sends the same bytes with its own timestamp, although the post has changed', async () => {
  const tenant = await createTenant(app)
  let tries = 0
  const changed = Promise.withResolvers<void>()
  receiver.answer('/again', (response) => {
    if (tries++ > 0) return void response.end()
    // The retry follows the change.
    void changed.promise.then(() => response.writeHead(503).end())
  })
  await createWebhook(app, tenant, { url: `${receiver.url}/again`, events: ['post_created'] })
  const id = await createPost(app, tenant, 'First words')
  await receiver.until(1, { path: '/again' })
  await app.call('PUT', `/api/v3/feature_requests/${id}`, {
    headers: tenant.key,
    body: { title: 'Other words' },
  })
  changed.resolve()
  const [first, second] = await receiver.until(2, { path: '/again' })
  expect(second?.text).toBe(first?.text)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

test('a delivery without further retries fails, with every attempt recorded', async () => {
  const tenant = await createTenant(app)
  receiver.answer('/never', (response) => void response.writeHead(500).end('no'))
  const { id } = await createWebhook(app, tenant, { url: `${receiver.url}/never`, events: ['post_created'] })
  await createPost(app, tenant)
  await receiver.until(4, { path: '/never' })
  await expect.poll(async () => (await deliveriesOf(app, tenant, id))[0]?.state).toBe('failed')
  const [delivery] = await deliveriesOf(app, tenant, id)
  expect(delivery?.attempts.map(({ outcome, error }) => [outcome, error])).toEqual(
    Array.from({ length: 4 }, () => ['failed', 'answered 500']),
  )
})

test('a 410 response disables the webhook at once, and later events are held until it is enabled', async () => {
  const tenant = await createTenant(app)
  let gone = true
  receiver.answer('/gone', (response) => void response.writeHead(gone ? 410 : 200).end())
  const { id } = await createWebhook(app, tenant, { url: `${receiver.url}/gone`, events: ['post_created'] })
  await createPost(app, tenant, 'one')
  await expect
    .poll(
      async () =>
        (await app.call('GET', '/api/v3/webhooks', { headers: tenant.keyAndAdmin })).body.webhooks[0].enabled,
    )
    .toBe(false)
  await createPost(app, tenant, 'two')
  await expect
    .poll(async () => (await deliveriesOf(app, tenant, id)).map(({ state }) => state).sort())
    .toEqual(['failed', 'held'])
  gone = false
  await app.call('PUT', `/api/v3/webhooks/${id}`, { headers: tenant.keyAndAdmin, body: { enabled: true } })
  const messages = await receiver.until(2, { path: '/gone' })
  expect(messages.map(({ body }) => body.data.title as string)).toEqual(['one', 'two'])
})

test('a webhook with its own document receives exactly the selected fields', async () => {
  const tenant = await createTenant(app)
  await createWebhook(app, tenant, {
    url: `${receiver.url}/own`,
    events: ['post_created'],
    document: 'subscription { events { type ... on PostEvent { post { title bucket { name } } } } }',
  })
  await createPost(app, tenant, 'Mine')
  const [message] = await receiver.until(1, { path: '/own' })
  expect(message?.body).toEqual({
    type: 'POST_CREATED',
    post: { title: 'Mine', bucket: { name: expect.any(String) as string } },
  })
})

test('a hanging receiver delays no other', async () => {
  const tenant = await createTenant(app)
  await worker.stop()
  // Longer than the wait for the other webhook.
  worker = deliver(app, { webhookTimeout: 60_000 })
  receiver.answer('/hangs', () => {})
  await createWebhook(app, tenant, { url: `${receiver.url}/hangs`, events: ['post_created'] })
  await createWebhook(app, tenant, { url: `${receiver.url}/well`, events: ['post_created'] })
  for (let index = 0; index < 20; index++) await createPost(app, tenant, `wish ${index}`)
  const messages = await receiver.until(20, { path: '/well' })
  expect(messages).toHaveLength(20)
})
