import { afterEach, beforeEach, expect, test } from 'vitest'
import { advanceClock, stopClock } from '../support/clock.ts'
import { run } from '../support/clients/operations.ts'
import { connect, openSocket, subscriptionsOpen, type Client } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ limits: { socketInitTimeout: 600_000 } })
const tenant = useTenant(app)
let warnings: Error[] = []
const warn = (warning: Error) => warnings.push(warning)

beforeEach(() => {
  warnings = []
  process.on('warning', warn)
})
afterEach(() => void process.off('warning', warn))

const pongsOf = ({ messages }: Client) => messages.filter(({ type }) => type === 'pong').length

/**
 * Waits until a count of responses, at least one, does not change while the server answers other requests. It
 * would read a socket that is not paused between them.
 */
async function countAtRest(count: () => number): Promise<number> {
  for (;;) {
    const before = count()
    for (let request = 0; request < 5; request++) await app.call('GET', '/healthz')
    if (before > 0 && count() === before) return before
  }
}

test.each([
  ['pings', '{"type":"ping"}', 'Too many messages before connection_init'],
  ['invalid messages', 'junk', 'Invalid message received'],
])(
  'a flood of %s before connection_init closes the socket, and the rest is passed over',
  async (_what, text, reason) => {
    const client = await openSocket(app)
    for (let count = 0; count < 10_000; count++) client.socket.send(text)
    expect(await client.end()).toEqual({ code: 4400, reason })
    expect(pongsOf(client)).toBeLessThanOrEqual(20)
    expect(warnings).toEqual([])
  },
)

test('a socket that is initialised may send many messages at once; one that sends ever more is not read for a while', async () => {
  stopClock()
  const client = await connect(app, tenant.key)
  for (let count = 0; count < 1_200; count++) client.send({ type: 'ping' })
  client.subscribe('1', '{ __typename }')
  await expect.poll(() => (advanceClock(60_000), pongsOf(client))).toBe(1_200)
  await client.received(({ id, type }) => id === '1' && type === 'complete')
  expect(pongsOf(client)).toBe(1_200)
  const MANY = 20_000
  for (let count = 0; count < MANY; count++) client.send({ type: 'ping' })
  expect(await countAtRest(() => pongsOf(client) - 1_200)).toBeLessThan(MANY)
  expect(client.closed).toBeNull()
  // Paused, it has lost no message.
  await expect.poll(() => (advanceClock(60_000), pongsOf(client) - 1_200)).toBe(MANY)
  client.socket.terminate()
})

test('pings of the protocol below are held to the same', async () => {
  const early = await openSocket(app)
  for (let count = 0; count < 1_000; count++) early.socket.ping()
  expect((await early.end()).code).toBe(4400)
  stopClock()
  const client = await connect(app, tenant.key)
  let pongs = 0
  client.socket.on('pong', () => pongs++)
  for (let count = 0; count < 50_000; count++) client.socket.ping()
  expect(await countAtRest(() => pongs)).toBeLessThan(50_000)
  client.socket.terminate()
})

test('a socket whose many subscriptions end at once is closed once', async () => {
  const { createApiKey } = await run(
    app,
    tenant.admin.session,
    'mutation { createApiKey(input: { name: "for a while" }) { secret apiKey { id } } }',
  )
  const client = await connect(app, { 'API-KEY': createApiKey.secret })
  for (let index = 0; index < 30; index++)
    client.subscribe(`${index}`, `subscription { events { x${index}: id } }`)
  await subscriptionsOpen(app, 30)
  await run(
    app,
    tenant.admin.session,
    'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }',
    {
      id: createApiKey.apiKey.id,
    },
  )
  expect((await client.end()).code).toBe(4403)
  expect(warnings).toEqual([])
})
