import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import type { Delivery } from '../../src/delivery/worker.ts'
import { castVote } from '../../src/modules/votes/cast-vote.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { deliver } from '../support/delivery.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const VOTES = 1_000

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
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

test('delivers each of a thousand votes once and in order, with the counts after it', async () => {
  const { db } = app.services
  const organizationId = tenant.organization.id
  await createWebhook(app, tenant, { url: `${receiver.url}/votes`, events: ['vote_added'] })
  await createWebhook(app, tenant, { url: `${receiver.url}/posts`, events: ['post_updated'] })
  const postId = await createPost(app, tenant)
  const people = await db
    .insertInto('users')
    .values(
      Array.from({ length: VOTES }, (_, index) => ({ organizationId, name: `Person ${index}`, labels: [] })),
    )
    .returning('id')
    .execute()
  const waiting = people.map(({ id }) => id)
  const vote = async () => {
    for (let userId = waiting.pop(); userId !== undefined; userId = waiting.pop()) {
      const key = { postId, userId, actor: { kind: 'user', id: userId } as const }
      await inTransaction(db, (tx) => castVote(tx, organizationId, { ...key, direction: 'up' }))
    }
  }
  await Promise.all(Array.from({ length: 8 }, vote))
  const messages = await receiver.until(VOTES, { path: '/votes' })
  // The post has the vote of its submitter.
  expect(messages.map(({ body }) => body.data.upvotes_count)).toEqual(
    Array.from({ length: VOTES }, (_, index) => index + 2),
  )
  expect(new Set(messages.map(({ body }) => body.data.voter.id))).toEqual(new Set(people.map(({ id }) => id)))
  expect(receiver.received.some(({ path }) => path === '/posts')).toBe(false)
})
