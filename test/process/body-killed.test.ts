import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'

const DOCUMENT = 'subscription { events { id ... on PostEvent { post { title bucket { postsCount } } } } }'

let app: TestApp
let tenant: Tenant
let receiver: Receiver
let cluster: Cluster

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1'] })
  tenant = await createTenant(app)
  receiver = await startReceiver()
  const events = ['post_created']
  await createWebhook(app, tenant, { url: `${receiver.url}/own`, events, document: DOCUMENT })
  await createWebhook(app, tenant, { url: `${receiver.url}/shipped`, events })
})
afterAll(async () => {
  await cluster.stop()
  await receiver.close()
  await app.stop()
})

const counted = (message: { body: { post?: { bucket: { postsCount: number } } } } | undefined) =>
  message?.body.post?.bucket.postsCount

test('what is sent again after a kill between the post and the storing of its result has the same id and bytes', async () => {
  // The first post of each is never answered, so that no result is stored.
  const first = new Set<string>()
  for (const path of ['/own', '/shipped'])
    receiver.answer(path, (response) => void (first.has(path) ? response.end() : first.add(path)))
  const id = await createPost(app, tenant, 'before')
  cluster = await startCluster(app, ['worker'])
  for (const path of ['/own', '/shipped']) await receiver.until(1, { path, withinMs: 30_000 })

  // A body that is rendered now contains another title, and one post more in the bucket.
  const changed = await app.call('PATCH', `/api/v3/feature_requests/${id}`, {
    headers: tenant.key,
    body: { title: 'after' },
  })
  expect(changed.status).toBe(200)
  await createPost(app, tenant, 'another')
  for (const member of [...cluster.members]) await cluster.replace(member)

  for (const path of ['/own', '/shipped']) {
    const [one, other, next] = await receiver.until(3, { path, withinMs: 60_000 })
    expect(other?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    expect(other?.text).toBe(one?.text)
    expect(next?.headers['webhook-id']).not.toBe(one?.headers['webhook-id'])
    // The document does show live data.
    if (path === '/own') expect([counted(one), counted(next)]).toEqual([1, 2])
  }
})
