import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { deliver } from '../support/delivery.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook, deliveriesOf } from '../support/fixtures/webhooks.ts'

const DOCUMENT = 'subscription { events { id ... on PostEvent { post { title } } } }'

let app: TestApp
let worker: Delivery
let receiver: Receiver
let tenant: Tenant

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1'] })
  receiver = await startReceiver()
  worker = deliver(app)
})
beforeEach(async () => {
  tenant = await createTenant(app)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await app.stop()
})

const newWebhook = async (path: string, document?: string) => {
  const fields = { url: receiver.url + path, events: ['post_created'] }
  return (await createWebhook(app, tenant, { ...fields, ...(document && { document }) })).id
}
const stateOf = async (webhookId: number) => (await deliveriesOf(app, tenant, webhookId))[0]?.state

test('a body that cannot be stored is not sent, which is a failed attempt of that delivery only', async () => {
  const [refused, own, shipped] = [
    await newWebhook('/refused', DOCUMENT),
    await newWebhook('/own', DOCUMENT),
    await newWebhook('/shipped'),
  ]
  await app.database.pool.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused for the test'; end $$;
    create trigger refuse before update on deliveries for each row
      when (new.webhook_id = ${refused} and new.body is not null) execute function refuse()`)
  await createPost(app, tenant)
  await expect.poll(() => stateOf(own), { timeout: 20_000 }).toBe('succeeded')
  await expect.poll(() => stateOf(shipped), { timeout: 20_000 }).toBe('succeeded')
  await expect.poll(() => stateOf(refused), { timeout: 20_000 }).toBe('failed')
  const [delivery] = await deliveriesOf(app, tenant, refused)
  const attempt = { outcome: 'refused', error: 'The body could not be stored' }
  expect(delivery?.attempts).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining(attempt) as object),
  )
  expect(receiver.received.filter(({ path }) => path === '/refused')).toEqual([])
  await app.database.pool.query('drop trigger refuse on deliveries')
})

test('a shipped body costs no statement before it is sent', async () => {
  const count = () => app.statements.filter((text) => text.includes('kept as (')).length
  const own = await newWebhook('/own', DOCUMENT)
  app.statements.length = 0
  await createPost(app, tenant)
  await expect.poll(() => stateOf(own), { timeout: 20_000 }).toBe('succeeded')
  expect(count()).toBe(1)
  await app.call('DELETE', `/api/v3/webhooks/${own}`, { headers: tenant.keyAndAdmin })
  const shipped = await newWebhook('/shipped')
  app.statements.length = 0
  await createPost(app, tenant)
  await expect.poll(() => stateOf(shipped), { timeout: 20_000 }).toBe('succeeded')
  expect(count()).toBe(0)
})
