import { expect, test } from 'vitest'
import { connect, openSocket } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const LEVELS = 100_000

const app = useApp()
const tenant = useTenant(app)

test('does not return the payload of a ping', async () => {
  const socket = await connect(app, tenant.key)
  socket.send({ type: 'ping', payload: { a: 'A'.repeat(900_000) } })
  expect(await socket.received(({ type }) => type === 'pong')).toEqual({ type: 'pong' })
  socket.socket.send(`{"type":"ping","payload":${'{"a":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}}`)
  // A later operation shows that the ping was processed.
  socket.subscribe('1', '{ __typename }')
  await socket.received(({ id, type }) => id === '1' && type === 'complete')
  expect(socket.closed).toBeNull()
})

test('rejects a subscription whose root field is skipped or included on a condition, also in a fragment', async () => {
  const socket = await connect(app, tenant.key)
  const documents = [
    'subscription { events @skip(if: true) { id } }',
    'subscription ($x: Boolean = true) { events @include(if: $x) { id } }',
    'subscription { ...f @skip(if: true) } fragment f on Subscription { events { id } }',
    'subscription { ...f } fragment f on Subscription { events @include(if: false) { id } }',
  ]
  for (const [index, query] of documents.entries()) {
    socket.subscribe(String(index), query)
    const { payload } = await socket.received(({ type, id }) => type === 'error' && id === String(index))
    expect(payload[0].extensions).toMatchObject({ status: 400 })
  }
})

test('rejects a connectionParam that is not a valid header value as a credential', async () => {
  const socket = await openSocket(app)
  socket.send({
    type: 'connection_init',
    payload: { 'X-Organization': 'a\u0000b', Authorization: tenant.admin.session.Authorization },
  })
  expect((await socket.end()).code).toBe(4401)
})
