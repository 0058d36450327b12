import { expect, test } from 'vitest'
import { connect, openSocket, subscriptionsOpen, until, type Client } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const EVENTS = 'subscription { events { id type ... on PostEvent { post { title } } } }'
const createPost = (title: string) =>
  app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })

/** Creates a post, and waits until another socket has its event and this one has answered since. */
async function createPostUnseenBy(client: Client): Promise<void> {
  const other = await connect(app, tenant.key)
  await subscriptionsOpen(app, 0)
  other.subscribe('other', EVENTS)
  await subscriptionsOpen(app, 1)
  await createPost('for another socket')
  await other.received(({ type }) => type === 'next')
  const pongs = () => client.messages.filter(({ type }) => type === 'pong').length
  const before = pongs()
  client.send({ type: 'ping' })
  expect(await until(() => pongs() > before)).toBe(true)
  other.socket.close()
}

test('requires the path and the subprotocol', async () => {
  const client = await openSocket(app, { protocol: null })
  expect((await client.end()).code).toBe(4406)
  await expect(openSocket(app, { path: '/api/v3' })).rejects.toThrow('404')
})

test('closes the socket with the code of the protocol violation', async () => {
  const early = await openSocket(app)
  early.subscribe('1', '{ __typename }')
  expect((await early.end()).code).toBe(4401)
  const garbled = await connect(app)
  garbled.socket.send('{"type":')
  expect((await garbled.end()).code).toBe(4400)
  const unknown = await connect(app)
  unknown.send({ type: 'connection_ack' })
  expect((await unknown.end()).code).toBe(4400)
  const twice = await connect(app, tenant.key)
  twice.subscribe('1', EVENTS)
  twice.subscribe('1', EVENTS)
  expect((await twice.end()).code).toBe(4409)
  const large = await connect(app, tenant.key)
  large.subscribe('1', `{ __typename } # ${'x'.repeat(1_100_000)}`)
  expect((await large.end()).code).toBe(1009)
})

test('answers an upgrade to another protocol as a plain request', async () => {
  const response = await new Promise<number | undefined>((resolve, reject) => {
    import('node:http')
      .then(({ request }) =>
        request(
          `${app.url}/healthz`,
          { headers: { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c' } },
          (answer) => {
            answer.resume()
            resolve(answer.statusCode)
          },
        )
          .on('error', reject)
          .end(),
      )
      .catch(reject)
  })
  expect(response).toBe(200)
})

test('answers queries and mutations, with the same masked errors as over HTTP', async () => {
  const client = await connect(app, tenant.key)
  const mutation =
    'mutation ($t: String!) { createPost(input: { title: $t }) { post { id title } errors { code field } } }'
  client.subscribe('m', mutation, { t: 'By socket' })
  const { payload } = await client.received(({ id, type }) => id === 'm' && type === 'next')
  expect(payload.data.createPost.post.title).toBe('By socket')
  client.subscribe('q', mutation, { t: '' })
  const refused = await client.received(({ id, type }) => id === 'q' && type === 'next')
  expect(refused.payload.data.createPost).toEqual({
    post: null,
    errors: [{ code: 'MISSING_PARAM', field: ['title'] }],
  })
  client.subscribe('r', '{ posts(first: 0) { nodes { id } } }')
  const failed = await client.received(({ id, type }) => id === 'r' && type === 'next')
  expect(failed.payload.errors[0].extensions).toEqual({
    code: 'INVALID_PARAM',
    status: 400,
    errors: { first: ['must be between 1 and 100'] },
  })
  client.socket.close()
})

test('delivers the event of a REST write until the operation completes', async () => {
  const client = await connect(app, tenant.key)
  client.subscribe('1', EVENTS)
  await subscriptionsOpen(app, 1)
  await createPost('seen at once')
  const { payload } = await client.received(({ type }) => type === 'next')
  expect(payload).toEqual({
    data: {
      events: { id: expect.stringMatching(/^evt_/), type: 'POST_CREATED', post: { title: 'seen at once' } },
    },
  })
  client.send({ id: '1', type: 'complete' })
  await createPostUnseenBy(client)
  expect(client.results('1')).toHaveLength(1)
  client.socket.close()
})

test('accepts an operation id again once its operation has completed', async () => {
  const client = await connect(app, tenant.key)
  client.subscribe('1', EVENTS)
  await subscriptionsOpen(app, 1)
  client.send({ id: '1', type: 'complete' })
  client.subscribe('1', EVENTS)
  client.send({ type: 'ping' })
  await client.received(({ type }) => type === 'pong')
  await subscriptionsOpen(app, 1)
  await createPost('once for the second')
  await client.received(({ type }) => type === 'next')
  await createPost('behind it')
  await until(() => client.results('1').some(({ data }) => data.events.post.title === 'behind it'))
  expect(client.results('1')).toHaveLength(2)
  expect(client.messages.some(({ type }) => type === 'complete')).toBe(false)
  client.send({ id: '1', type: 'complete' })
  client.subscribe('2', '{ __typename }')
  await client.received(({ id, type }) => id === '2' && type === 'complete')
  await createPostUnseenBy(client)
  expect(client.results('1')).toHaveLength(2)
  client.socket.close()
})

test('sends the current state at once, and again when it changes', async () => {
  const client = await connect(app, tenant.key)
  client.subscribe('1', 'subscription { statusCounts { count } }')
  client.subscribe('2', 'subscription { statusCounts { count } }')
  for (const id of ['1', '2']) await until(() => client.results(id).length > 0)
  const total = () =>
    client
      .results('1')
      .map(({ data }) =>
        data.statusCounts.reduce((sum: number, one: { count: number }) => sum + one.count, 0),
      )
  const [before = 0] = total()
  await createPost('one more')
  await until(() => client.results('1').length > 1)
  expect(total()).toEqual([before, before + 1])
  client.socket.close()
})
