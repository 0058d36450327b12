import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/delivery/send-webhook.ts'
import { listen, listenHttp, using, type Listener } from './listen.ts'

/** Long enough that a receiver on a busy machine has sent its headers before. */
const TIMEOUT = 15_000
/** Shorter than the resolution of the connector's own timer, which has the same limit. */
const SHORT_TIMEOUT = 400

const open = (timeoutMs: number, changes: Partial<Parameters<typeof createWebhookSender>[0]> = {}) =>
  createWebhookSender({
    allowedHosts: new Set(['127.0.0.1', 'slow.example.com']),
    version: '1',
    timeoutMs,
    ...changes,
  })

let poster: WebhookSender
beforeAll(() => {
  poster = open(TIMEOUT)
})
afterAll(() => poster.close())
const post = (url: string, body: Buffer = Buffer.from('{}')) => poster.send({ url, body, headers: {} })

// Nearly all of their time is waiting, so they run at once, each with a receiver of its own.
describe.concurrent('an attempt and its connection end on a timeout when the receiver', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n'
  const drip = (bytes: string) => (socket: Socket) => {
    const timer = setInterval(() => socket.write(bytes), 20)
    socket.on('close', () => clearInterval(timer)).resume()
  }
  test.for<[string, () => Promise<Listener>, number | null]>([
    ['sends nothing', () => listen((socket) => void socket.resume()), null],
    ['reads nothing', () => listen((socket) => void socket.pause()), null],
    [
      'sends part of its headers',
      () => listen((socket) => void socket.resume().write('HTTP/1.1 200 OK\r\nx: ')),
      null,
    ],
    ['sends early hints endlessly', () => listen(drip('HTTP/1.1 103 Early Hints\r\n\r\n')), null],
    ['sends headers only', () => listen((socket) => void socket.resume().write(HEAD)), 200],
    [
      'sends its body slowly',
      () =>
        listenHttp((request, response) => {
          request.resume()
          const timer = setInterval(() => response.write('.'), 20)
          response.on('close', () => clearInterval(timer))
        }),
      200,
    ],
  ])('%s', ([, receiver, status], { expect }) =>
    using(receiver(), async ({ url, sockets }) => {
      const outcome = await post(url, Buffer.alloc(8_000_000, 'a'))
      expect(outcome).toMatchObject({ kind: 'failed', status, error: 'timed out after 15 s' })
      expect(outcome.durationMs).toBeGreaterThanOrEqual(TIMEOUT - 5)
      await expect.poll(() => sockets.map((socket) => socket.resume().destroyed)).toEqual([true])
    }),
  )

  test('does not finish the TLS handshake', ({ expect }) =>
    using(
      listen((socket) => void socket.resume()),
      async ({ port }) => {
        const outcome = await post(`https://127.0.0.1:${port}`)
        expect(outcome).toMatchObject({ kind: 'failed', status: null, error: 'timed out after 15 s' })
      },
    ))

  test('has a name that resolves too late, in which case nothing is sent', async ({ expect }) => {
    let answered = 0
    const slow = open(SHORT_TIMEOUT, {
      lookup: (_hostname, _options, callback) =>
        void setTimeout(() => {
          answered++
          callback(null, [{ address: '127.0.0.1', family: 4 }])
        }, 3 * SHORT_TIMEOUT),
    })
    let received = ''
    await using(
      listen((socket) => socket.on('data', (octets) => (received += octets.toString()))),
      async ({ port }) => {
        const url = `http://slow.example.com:${port}`
        const outcome = await slow.send({ url, body: Buffer.from('{}'), headers: {} })
        expect(outcome).toMatchObject({ kind: 'failed', error: 'timed out after 0.4 s' })
        await expect.poll(() => answered).toBe(1)
        await post(`http://127.0.0.1:${port}/behind-it`)
        expect(received.match(/^POST .*/gm)).toEqual(['POST /behind-it HTTP/1.1'])
      },
    )
    await slow.close()
  })
})
