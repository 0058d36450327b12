import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { connect, openSocket, subscriptionsOpen, until, type Client } from '../support/clients/sockets.ts'

let app: TestApp
let tenant: Tenant
let warnings: Error[] = []
const warn = (warning: Error) => warnings.push(warning)

beforeAll(async () => {
  app = await startApp({ limits: { socketInitTimeout: 30_000 } })
  tenant = await createTenant(app)
})
afterAll(() => app.stop())
beforeEach(() => {
  warnings = []
  process.on('warning', warn)
})
afterEach(() => void process.off('warning', warn))

const pongsOf = ({ messages }: Client) => messages.filter(({ type }) => type === 'pong').length

test.each([
  ['pings', '{"type":"ping"}', 'Too many messages before connection_init'],
  ['messages that are none', 'junk', 'Invalid message received'],
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
  const client = await connect(app, tenant.key)
  for (let count = 0; count < 1_200; count++) client.send({ type: 'ping' })
  client.subscribe('1', '{ __typename }')
  await client.received(({ id, type }) => id === '1' && type === 'complete')
  expect(pongsOf(client)).toBe(1_200)
  const MANY = 20_000
  for (let count = 0; count < MANY; count++) client.send({ type: 'ping' })
  await until(() => pongsOf(client) > 1_200)
  expect(await until(() => pongsOf(client) >= MANY, 2_500)).toBe(false)
  expect(client.closed).toBeNull()
  client.socket.terminate()
})

test('pings of the protocol below are held to the same', async () => {
  const early = await openSocket(app)
  for (let count = 0; count < 1_000; count++) early.socket.ping()
  expect((await early.end()).code).toBe(4400)
  const client = await connect(app, tenant.key)
  let pongs = 0
  client.socket.on('pong', () => pongs++)
  for (let count = 0; count < 50_000; count++) client.socket.ping()
  await until(() => pongs > 0)
  expect(await until(() => pongs >= 50_000, 2_500)).toBe(false)
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
