import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { parseAnswer, rawConnection, type RawConnection } from '../support/clients/raw-http.ts'
import { connect, openSocket, type Client } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

/** Longer than a test. */
const NEVER_MS = 600_000

const app = useApp({ limits: { socketInitTimeout: NEVER_MS } })
const hasty = useApp({ beside: app, limits: { socketInitTimeout: 300 } })
const tight = useApp({
  beside: app,
  trustedProxies: 1,
  limits: { anonymousSocketsPerAddress: 2, socketInitTimeout: NEVER_MS },
})
const tenant = useTenant(app)

/** An initialised socket of the hasty server. A busy machine may miss its timeout several times. */
async function connectInTime(): Promise<Client> {
  for (;;) {
    const client = await connect(hasty, tenant.key).catch(() => null)
    if (client) return client
  }
}

const ping = (bytes: number) => ({ type: 'ping', payload: { a: 'A'.repeat(bytes) } })

test('closes a socket without connection_init on a timeout, also one that only pings', async () => {
  const silent = await openSocket(hasty)
  expect(await silent.end()).toEqual({ code: 4408, reason: 'Connection initialisation timeout' })
  const pinging = await openSocket(hasty)
  const pings = setInterval(() => pinging.send({ type: 'ping' }), 20)
  expect((await pinging.end()).code).toBe(4408)
  clearInterval(pings)
  const initialised = await connectInTime()
  // A later socket reaches its timeout after the initialised one would have.
  expect((await (await openSocket(hasty)).end()).code).toBe(4408)
  expect(initialised.closed).toBeNull()
  initialised.socket.close()
})

/** A WebSocket whose client side is a raw connection, so that it can violate the protocol. */
async function rawSocket(to: TestApp): Promise<RawConnection> {
  const connection = await rawConnection(
    to,
    [
      'GET /graphql HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Protocol: graphql-transport-ws',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '',
      '',
    ].join('\r\n'),
  )
  await expect.poll(() => connection.text()).toContain('101 Switching Protocols')
  return connection
}

test('terminates a closed socket whose client does not respond', async () => {
  const connection = await rawSocket(hasty)
  await connection.closed
  expect(connection.text()).toContain('Connection initialisation timeout')
})

/** A client frame, masked with zeros. */
function frame(opcode: number, payload: Buffer, last: boolean): Buffer {
  const isShort = payload.length < 126
  const head = Buffer.alloc(isShort ? 6 : 8)
  head.writeUInt8((last ? 0x80 : 0) | opcode, 0)
  head.writeUInt8(0x80 | (isShort ? payload.length : 126), 1)
  if (!isShort) head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

const init = Buffer.from('{"type":"connection_init"}')

test('limits the fragments of a message of an unauthenticated client, with or without pings between them', async () => {
  const connection = await rawSocket(app)
  connection.socket.write(frame(1, init, true))
  await expect.poll(() => connection.text()).toContain('connection_ack')
  const isRefused = () => connection.isClosed() || connection.text().includes('Message too big')
  const pongs = () => connection.text().match(/\x8a\x04ping/g)?.length ?? 0
  let sent = 0
  for (let count = 0; count < 200 && !isRefused(); count++) {
    connection.socket.write(frame(count === 0 ? 1 : 0, Buffer.alloc(10_000, 'a'), false))
    connection.socket.write(frame(9, Buffer.from('ping'), true))
    sent += 10_000
    // The server has read the fragment when it responds to the ping behind it.
    const pings = count + 1
    await expect.poll(() => isRefused() || pongs() >= pings, { interval: 1 }).toBe(true)
  }
  expect(connection.text()).toContain('Message too big')
  expect(sent).toBeLessThan(500_000)
  connection.socket.destroy()
})

test.each([
  ['before connection_init', (client: Client) => client],
  [
    'after one without a credential',
    async (client: Client) => {
      client.send({ type: 'connection_init' })
      await client.received(({ type }) => type === 'connection_ack')
      return client
    },
  ],
])('limits messages of an unauthenticated client to 64 kB, %s', async (_when, prepare) => {
  const client = await prepare(await openSocket(app))
  client.send(ping(65_000))
  await client.received(({ type }) => type === 'pong')
  client.send(ping(66_000))
  expect(await client.end()).toEqual({ code: 1009, reason: 'Message too big' })
})

test('does not add up many small messages', async () => {
  const client = await connect(app)
  for (let count = 0; count < 40; count++) client.send(ping(30_000))
  await expect.poll(() => client.messages.filter(({ type }) => type === 'pong').length).toBe(40)
  expect(client.closed).toBeNull()
  client.socket.close()
})

test('limits messages of an authenticated client to 1 MB', async () => {
  const client = await connect(app, tenant.key)
  client.send(ping(1_000_000))
  await client.received(({ type }) => type === 'pong')
  client.send(ping(1_100_000))
  expect((await client.end()).code).toBe(1009)
})

test('limits an unauthenticated client to 10 concurrent operations', async () => {
  const holder = new pg.Client(app.database.url)
  await holder.connect()
  await holder.query('begin; lock table oauth_apps in access exclusive mode')
  const client = await connect(app)
  const query = '{ introspectToken(client: { clientId: "x", clientSecret: "x" }, token: "x") { kind } }'
  for (let count = 1; count <= 11; count++) client.subscribe(String(count), query)
  const { id, payload } = await client.received(({ type }) => type === 'error')
  await holder.end()
  expect({ id, ...payload[0].extensions }).toMatchObject({
    id: '11',
    code: 'RATE_LIMITED',
    status: 429,
  })
  client.socket.close()
})

test('limits the unauthenticated sockets of an address, and does not count authenticated ones', async () => {
  const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
  const known = [
    await connect(tight, tenant.key),
    await connect(tight, tenant.key),
    await connect(tight, tenant.key),
  ]
  const strangers = [await openSocket(tight), await openSocket(tight)]
  await expect(openSocket(tight)).rejects.toThrow('429')
  strangers.push(await openSocket(tight, from('203.0.113.9')))
  strangers[0]?.send({ type: 'connection_init', payload: tenant.key })
  await strangers[0]?.received(({ type }) => type === 'connection_ack')
  strangers.push(await openSocket(tight))
  await expect(openSocket(tight)).rejects.toThrow('429')
  strangers[1]?.socket.close()
  await strangers[1]?.end()
  await expect
    .poll(() =>
      openSocket(tight).then(
        (socket) => strangers.push(socket) > 0,
        () => false,
      ),
    )
    .toBe(true)
  for (const { socket } of [...known, ...strangers]) socket.close()
})

test.each([
  ['of another path', '/elsewhere', 'Sec-WebSocket-Version: 13', 404],
  ['without a key', '/graphql', 'Sec-WebSocket-Version: 13', 400],
  ['of another version', '/graphql', 'Sec-WebSocket-Version: 1', 400],
])(
  'rejects an upgrade %s in the documented form and closes the connection',
  async (_what, path, line, status) => {
    const upgrade = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`
    const connection = await rawConnection(app, `${upgrade}X-Request-Id: mine\r\n${line}\r\n\r\n`)
    const { headers, body, ...answer } = parseAnswer(await connection.closed)
    expect(answer.status).toBe(status)
    expect(headers).toMatchObject({ 'x-request-id': 'mine', 'x-content-type-options': 'nosniff' })
    expect(JSON.parse(body)).toMatchObject({ success: false, status })
  },
)
