import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/delivery/send-webhook.ts'
import { listen, listenHttp, using } from './listen.ts'

let poster: WebhookSender
beforeEach(() => {
  poster = createWebhookSender({
    allowedHosts: new Set(['127.0.0.1', ...hosts(1100)]),
    timeoutMs: 60_000,
    version: '1',
    lookup: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  })
})
afterEach(() => poster.close())

const hosts = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.example.com`)
const post = (url: string) => poster.send({ url, body: Buffer.from('{}'), headers: {} })

test('reuses one connection for many attempts, regardless of their responses', async () => {
  const statuses = [200, 500, 404, 302, 410, 204, 503, 200]
  let turn = 0
  await using(
    listenHttp((request, response) => {
      request.resume().on('end', () => response.writeHead(statuses[turn++] ?? 200).end())
    }),
    async ({ url, sockets }) => {
      const seen = []
      for (const _ of statuses) seen.push((await post(url)).status)
      expect(seen).toEqual(statuses)
      expect(sockets).toHaveLength(1)
    },
  )
})

test('keeps the connections of many concurrent attempts at one receiver', async () => {
  const atOnce = 150
  let waiting: (() => void)[] = []
  await using(
    listenHttp((request, response) => {
      request.resume()
      waiting.push(() => response.end())
      if (waiting.length < atOnce) return
      for (const answer of waiting) answer()
      waiting = []
    }),
    async ({ url, sockets }) => {
      for (let round = 0; round < 3; round++) {
        const outcomes = await Promise.all(Array.from({ length: atOnce }, () => post(url)))
        expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['delivered']))
      }
      expect(sockets).toHaveLength(atOnce)
    },
  )
})

test('opens another connection after one was lost', async () => {
  let turn = 0
  await using(
    listen((socket) =>
      socket.on('data', () => {
        if (turn++ === 1) socket.resetAndDestroy()
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      }),
    ),
    async ({ url, sockets }) => {
      const kinds = []
      for (let attempt = 0; attempt < 4; attempt++) kinds.push((await post(url)).kind)
      expect(kinds).toEqual(['delivered', 'failed', 'delivered', 'delivered'])
      expect(sockets).toHaveLength(2)
    },
  )
})

test('does not reuse a connection that the receiver closed while it was idle', async () => {
  await using(
    listen((socket) => {
      socket.on('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', () => socket.end())
      })
    }),
    async ({ url, sockets }) => {
      for (let attempt = 0; attempt < 5; attempt++) {
        expect(await post(url)).toMatchObject({ kind: 'delivered' })
        await expect.poll(() => sockets.at(-1)?.destroyed).toBe(true)
      }
      expect(sockets).toHaveLength(5)
    },
  )
})

test('hanging attempts slow no other attempt at the same receiver', async () => {
  await using(
    listenHttp((request, response) => {
      request.resume()
      if (request.url === '/fast') response.end()
    }),
    async ({ url, sockets }) => {
      const hanging = Array.from({ length: 100 }, () => post(`${url}/slow`))
      const outcome = await post(`${url}/fast`)
      expect(outcome.kind).toBe('delivered')
      await expect.poll(() => sockets.length).toBe(hanging.length + 1)
      for (const socket of sockets) socket.destroy()
      expect(new Set((await Promise.all(hanging)).map(({ kind }) => kind))).toEqual(new Set(['failed']))
    },
  )
})

test('a running attempt survives the eviction of its receiver by a thousand others', async () => {
  let release = () => {}
  await using(
    listenHttp((request, response) => {
      request.resume()
      response.setHeader('connection', 'close')
      if (request.headers.host?.startsWith('h0.')) release = () => response.end('late')
      else response.end()
    }),
    async ({ port }) => {
      const [first = '', ...others] = hosts(1100).map((host) => `http://${host}:${port}`)
      const slow = post(first)
      for (let start = 0; start < others.length; start += 50)
        await Promise.all(others.slice(start, start + 50).map(post))
      release()
      expect(await slow).toMatchObject({ kind: 'delivered', response: 'late' })
    },
  )
})

test('closing waits for running attempts, then ends the connections and accepts no more', async () => {
  await using(
    listenHttp((request, response) => {
      request.resume()
      setTimeout(() => response.end('done'), 200)
    }),
    async ({ url, sockets }) => {
      const running = post(url)
      const closed = poster.close()
      expect(await post(url)).toMatchObject({ kind: 'failed', error: 'the service is shutting down' })
      expect(await running).toMatchObject({ kind: 'delivered', response: 'done' })
      await closed
      await expect.poll(() => sockets.map((socket) => socket.destroyed)).toEqual([true])
    },
  )
})
