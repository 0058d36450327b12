import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { deliver } from '../support/delivery.ts'
import { readEvents } from '../support/clients/event-streams.ts'
import { install, registerApp } from '../support/clients/oauth.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { connect, subscriptionsOpen } from '../support/clients/sockets.ts'
import { createPost } from '../support/fixtures/webhooks.ts'

let app: TestApp
let worker: Delivery
let receiver: Receiver

beforeAll(async () => {
  app = await startApp({ webhookAllowedHosts: ['127.0.0.1'] })
  receiver = await startReceiver()
  worker = deliver(app)
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
  await app.stop()
})

const EVENTS = 'subscription { events { id ... on PostEvent { post { id title } } } }'

test("a post created over REST reaches a socket, a stream and an install's webhook, as one event", async () => {
  const [owner, target] = [await createTenant(app), await createTenant(app)]
  const client = await registerApp(app, owner, {
    declared_scopes: ['webhooks:manage'],
    webhook_url: `${receiver.url}/install`,
    subscribed_webhook_events: ['post_created'],
  })
  await install(app, client, target)
  const socket = await connect(app, target.key)
  socket.subscribe('1', EVENTS)
  const stream = await readEvents(app, EVENTS, target.key)
  await subscriptionsOpen(app, 1)
  await createPost(app, target, 'first')
  await receiver.until(1, { path: '/install' })
  await stream.received(1)

  const id = await createPost(app, target, 'Dark mode')
  await stream.received(2)
  const socketMessage = await socket.received(
    ({ payload }) => payload?.data?.events.post?.title === 'Dark mode',
  )
  const [, message] = await receiver.until(2, { path: '/install' })
  if (!message) throw new Error('no message was received')

  const expected = { id: message.headers['webhook-id'], post: { id: `post_${id}`, title: 'Dark mode' } }
  expect(socketMessage.payload.data.events).toEqual(expected)
  expect(stream.events.at(-1)).toMatchObject({ event: 'next', data: { data: { events: expected } } })
  expect(message.body).toMatchObject({ id: expected.id, data: { id, title: 'Dark mode' } })
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(message.headers[name]),
    ]),
  )
  const secret = client.webhook_secret ?? ''
  for (const verifier of [new StandardWebhook(secret), new SvixWebhook(secret)])
    expect(() => verifier.verify(message.text, headers)).not.toThrow()
})
