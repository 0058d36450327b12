import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { run } from '../support/clients/operations.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { deliver } from '../support/delivery.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const KEY = 'key-of-the-gateway'
const PASSWORD = 'p\u00e4ss:word'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
let worker: Delivery
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  worker = deliver(app, { webhookRetrySchedule: [] })
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/v3/webhooks${path}`, { headers: tenant.keyAndAdmin, body })
const create = (fields: object) =>
  call('POST', '', { url: `${receiver.url}/in`, events: ['post_created'], ...fields })
const attempts = async (id: number) =>
  (
    await run(
      app,
      tenant.admin.session,
      `{ webhook(by: { databaseId: ${id} }) { deliveries { nodes { attempts { requestHeaders { name value } } } } } }`,
    )
  ).webhook.deliveries.nodes[0]?.attempts

test('deliveries have the headers and credentials of their webhook, which nothing returns', async () => {
  const created = await create({
    headers: { 'X-Gateway-Key': KEY, 'x-team': 'core' },
    basic_auth: { username: 'echolog', password: PASSWORD },
  })
  expect(created.status).toBe(201)
  const { id } = created.body
  expect(created.body.header_names).toEqual(['authorization', 'x-gateway-key', 'x-team'])
  await createPost(app, tenant)
  const [message] = await receiver.until(1)
  const authorization = `Basic ${Buffer.from(`echolog:${PASSWORD}`).toString('base64')}`
  expect(message?.headers).toMatchObject({ authorization, 'x-gateway-key': KEY, 'x-team': 'core' })
  await expect.poll(() => attempts(id)).toHaveLength(1)
  const [{ requestHeaders }] = await attempts(id)
  for (const name of ['authorization', 'x-gateway-key'])
    expect(requestHeaders).toContainEqual({ name, value: '[redacted]' })
  const seen = JSON.stringify([
    created.body,
    (await call('GET', `/${id}`)).body,
    requestHeaders,
    (await app.database.pool.query('select w::text from webhooks w')).rows,
    (await app.database.pool.query('select a::text from audit_entries a')).rows,
    (await app.database.pool.query('select a::text from delivery_attempts a')).rows,
  ])
  for (const secret of [KEY, authorization, PASSWORD, Buffer.from(KEY).toString('hex')])
    expect(seen).not.toContain(secret)

  const replaced = await call('PUT', `/${id}`, { headers: { 'X-Other': 'y' } })
  expect(replaced.body.header_names).toEqual(['x-other'])
  expect((await call('PUT', `/${id}`, { name: 'Renamed' })).body.header_names).toEqual(['x-other'])
  const moved = await call('PUT', `/${id}`, { url: 'https://elsewhere.example/in' })
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['headers']])
  expect((await call('PUT', `/${id}`, { url: `${receiver.url}/other` })).status).toBe(200)
  const removed = await call('PUT', `/${id}`, { headers: null, url: 'https://elsewhere.example/in' })
  expect(removed.body.header_names).toEqual([])
})

const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`x-${index}`, 'y']))

test.each<[what: string, fields: object, field: string, status: number]>([
  ['the signature', { headers: { 'Webhook-Signature': 'v1,x' } }, 'headers', 422],
  ['a header of the connection', { headers: { 'Transfer-Encoding': 'chunked' } }, 'headers', 422],
  ['the type of the body', { headers: { 'content-type': 'text/plain' } }, 'headers', 422],
  ['the host', { headers: { Host: 'internal' } }, 'headers', 422],
  ['a line end', { headers: { 'X-A': 'b\r\nX-C: d' } }, 'headers', 422],
  ['a name with a space', { headers: { 'X A': 'b' } }, 'headers', 422],
  ['one name in two cases', { headers: { 'X-A': 'b', 'x-a': 'c' } }, 'headers', 422],
  [
    'two credentials',
    { headers: { Authorization: 'Bearer x' }, basic_auth: { username: 'u', password: 'p' } },
    'headers',
    422,
  ],
  ['eleven headers', { headers: eleven }, 'headers', 422],
  ['a number as value', { headers: { 'X-A': 5 } }, 'headers', 400],
  ['a user name with a colon', { basic_auth: { username: 'a:b', password: 'p' } }, 'basic_auth', 422],
  ['no password', { basic_auth: { username: 'a' } }, 'basic_auth', 400],
])('refuses %s, and creates nothing', async (_what, fields, field, status) => {
  const before = (await call('GET', '')).body
  const refused = await create(fields)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([status, [field]])
  expect((await call('GET', '')).body).toEqual(before)
})
