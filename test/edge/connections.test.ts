import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { watchWrites } from '../../src/server/http/edge/watch-writes.ts'
import { close, listen } from '../../src/server/http/listen.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { parseAnswer, rawConnection, type RawConnection } from '../support/clients/raw-http.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { useApp, useTenant } from '../support/use.ts'

const PROXY = '127.0.0.9'
const home = useApp()
let app: TestApp
/** Closes connections whose clients do not read. */
let hasty: TestApp
const tenant = useTenant(home)
let opened: RawConnection[] = []

beforeAll(async () => {
  app = await startApp({
    beside: home,
    trustedProxies: [PROXY],
    limits: {
      connections: 8,
      connectionsPerAddress: 3,
      headersTimeout: DEADLINE_MS,
    },
  })
  hasty = await startApp({ beside: home, limits: { responseTimeout: 500 } })
})
afterEach(async () => {
  for (const { socket } of opened) socket.destroy()
  await Promise.all(opened.map(({ closed }) => closed))
  opened = []
  await expect.poll(async () => (await sendFrom('127.0.0.1', app, { path: '/healthz' })).status).toBe(200)
})
afterAll(async () => {
  await hasty.stop()
  await app.stop()
})

async function open(count: number, address: string, text = ''): Promise<RawConnection[]> {
  const added: RawConnection[] = []
  for (let index = 0; index < count; index++) added.push(await rawConnection(app, text, address))
  opened.push(...added)
  return added
}
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const isServed = async (address: string) => {
  const [connection] = (await open(1, address, HEALTH)) as [RawConnection]
  await expect.poll(() => connection.text()).toContain('HTTP/1.1')
  return parseAnswer(connection.text()).status
}

test('limits the connections of an address, and serves other addresses', async () => {
  expect([await isServed('127.0.0.2'), await isServed('127.0.0.2'), await isServed('127.0.0.2')]).toEqual([
    200, 200, 200,
  ])
  const [refused] = (await open(1, '127.0.0.2', HEALTH)) as [RawConnection]
  const { status, headers, body } = parseAnswer(await refused.closed)
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(body)).toMatchObject({ success: false, status: 429, error: 'ERROR_CODE_RATE_LIMITED' })
  expect(await isServed('127.0.0.3')).toBe(200)
  opened[0]?.socket.destroy()
  await expect.poll(() => isServed('127.0.0.2')).toBe(200)
})

test('limits the connections of all addresses together', async () => {
  for (const address of ['127.0.0.2', '127.0.0.3']) await open(3, address)
  await open(2, '127.0.0.4')
  await expect.poll(() => isServed('127.0.0.5')).toBe(503)
})

test('does not apply the limit of an address to a trusted proxy', async () => {
  for (let count = 0; count < 6; count++) expect(await isServed(PROXY)).toBe(200)
})

test("limits the open streams of one client behind a trusted proxy by the client's address", async () => {
  const body = JSON.stringify({ query: 'subscription { events { id } }' })
  const subscribe = (client: string) =>
    open(
      1,
      PROXY,
      [
        'POST /graphql HTTP/1.1',
        'Host: localhost',
        `X-Forwarded-For: ${client}`,
        `API-KEY: ${tenant.key['API-KEY']}`,
        'Accept: text/event-stream',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
  const statusOf = async ([stream]: RawConnection[]) => {
    await expect.poll(() => stream?.text()).toContain('\r\n\r\n')
    return parseAnswer(stream?.text() ?? '').status
  }
  const streams = [
    await subscribe('203.0.113.1'),
    await subscribe('203.0.113.1'),
    await subscribe('203.0.113.1'),
  ]
  expect(await Promise.all(streams.map(statusOf))).toEqual([200, 200, 200])
  expect(await statusOf(await subscribe('203.0.113.1'))).toBe(429)
  expect(await statusOf(await subscribe('203.0.113.2'))).toBe(200)
  streams[0]?.[0]?.socket.destroy()
  const statusNow = async () => {
    const [tried] = (await subscribe('203.0.113.1')) as [RawConnection]
    const status = await statusOf([tried])
    // The refused ones would exceed the limit of all connections.
    if (status !== 200) tried.socket.destroy()
    return status
  }
  await expect.poll(statusNow).toBe(200)
})

test('answers up to a hundred pipelined requests, and closes a connection with more', async () => {
  const some = await rawConnection(app, HEALTH.repeat(50), '127.0.0.6')
  await expect.poll(() => some.text().match(/HTTP\/1\.1 200/g)?.length).toBe(50)
  some.socket.destroy()
  const key = `API-KEY: ${tenant.key['API-KEY']}`
  const flood = await rawConnection(
    app,
    `GET /api/v3/tags HTTP/1.1\r\nHost: localhost\r\n${key}\r\n\r\n`.repeat(1_000),
    '127.0.0.7',
  )
  expect((await flood.closed).match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(1_000)
})

test('closes a connection whose client does not read its responses', async () => {
  const request = 'GET /docs/assets/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const connection = await rawConnection(hasty)
  opened.push(connection)
  connection.socket.pause()
  connection.socket.write(request.repeat(20))
  const refused = async () => {
    const { text } = await hasty.metrics.text()
    return Number(/connections_refused_total\{limit="not_reading"\} (\d+)/.exec(text)?.[1] ?? 0)
  }
  await expect.poll(refused).toBe(1)
})

test('sends a response written at once to a slow reader completely, and closes the connection of a stopped one', async () => {
  const size = 48 * 1_048_576
  const withinMs = 4_000
  const sockets = new Set<Socket>()
  const server = createServer((_request, response) => response.end(Buffer.alloc(size)))
  server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  const watching = watchWrites(
    () => sockets,
    withinMs,
    () => {},
  )
  const url = await listen(server, 0, '127.0.0.1')
  const get = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
  const [slow, stopped] = await Promise.all([rawConnection({ url }, get), rawConnection({ url }, get)])
  opened.push(slow, stopped)
  stopped.socket.once('data', () => stopped.socket.pause())
  const begun = performance.now()
  let bytes = 0
  slow.socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    slow.socket.pause()
    // The complete response takes three times the limit.
    const dueMs = (bytes / size) * 3 * withinMs
    void sleep(Math.max(0, dueMs - (performance.now() - begun))).then(() => slow.socket.resume())
  })
  await slow.closed
  expect(bytes).toBeGreaterThan(size)
  expect(performance.now() - begun).toBeGreaterThan(2 * withinMs)
  await expect.poll(() => sockets.size).toBe(0)
  watching.stop()
  stopped.socket.destroy()
  await close(server)
})
