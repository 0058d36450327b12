import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import { startReceiver, type Receiver } from '../support/clients/receiver.ts'
import { connect } from '../support/clients/sockets.ts'
import { deliver } from '../support/delivery.ts'
import { createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

/** The longest text of a post. Each character takes six in the JSON of its HTML. */
const LENGTH = 500_000
const EVENTS = `subscription { events(filter: { types: [POST_CREATED, POST_UPDATED] }) { id type
  ... on PostEvent { snapshot { description } changes { field from to } } } }`

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

test('events with the longest texts arrive over a WebSocket, as a stream and as webhooks, once and in order', async () => {
  const worker = deliver(app)
  await createWebhook(app, tenant, { url: receiver.url, events: ['post_created', 'post_updated'] })
  const stream = await readEvents(app, EVENTS, tenant.key)
  const socket = await connect(app, tenant.key)
  socket.subscribe('1', EVENTS)
  socket.subscribe('2', '{ viewer { authority } }')
  await socket.received(({ id, type }) => id === '2' && type === 'complete')
  const texts = ['"', '&', 'é'].map((character) => character.repeat(LENGTH))
  const write = async (method: 'POST' | 'PUT', path: string, description: string | undefined) => {
    const body = { title: 'Long', description }
    const answer = await app.call(method, `/api/v3/feature_requests${path}`, { headers: tenant.key, body })
    expect([200, 201]).toContain(answer.status)
    return answer.body.id as number
  }
  const id = await write('POST', '', texts[0])
  await write('PUT', `/${id}`, texts[1])
  await write('PUT', `/${id}`, texts[2])
  const events = (await stream.received(3)).map(({ data }) => data.data.events)
  expect(events.map(({ snapshot }) => snapshot.description as string)).toEqual(texts)
  const isLast = ({ payload }: { payload?: { data?: { events?: { id: string } } } }) =>
    payload?.data?.events?.id === events[2].id
  await socket.received(isLast)
  expect(socket.results('1').map(({ data }) => data.events as unknown)).toEqual(events)
  const messages = await receiver.until(3)
  expect(messages.map(({ body }) => body.data.description as string)).toEqual(texts)
  expect(messages.map(({ headers }) => headers['webhook-id'])).toEqual(
    events.map((event) => event.id as string),
  )
  await worker.stop()
  stream.close()
  socket.socket.close()
})
