import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/delivery/send-webhook.ts'
import { listen, using, type Listener } from './listen.ts'
import { lookupOf } from './fake-network.ts'

/** Longer than a test: no response is awaited until its timeout. */
const TIMEOUT_MS = 120_000

let poster: WebhookSender
beforeAll(() => {
  const lookup = lookupOf({ 'hooks.example.com': [['127.0.0.1']] })
  const allowedHosts = new Set(['127.0.0.1', 'hooks.example.com'])
  poster = createWebhookSender({ allowedHosts, timeoutMs: TIMEOUT_MS, version: '1.2.3', lookup })
})
afterAll(() => poster.close())

const post = (url: string) => poster.send({ url, body: Buffer.from('{}'), headers: {} })
/** A receiver that responds to every request with these bytes. */
const answering = (bytes: string | Buffer) => listen((socket) => socket.once('data', () => socket.end(bytes)))

describe('an attempt without a complete response fails with a reason', () => {
  const CLOSED = 'connection closed before the answer was complete'
  test.each<[string, Promise<Listener>, string, number | null]>([
    ['closed at once', listen((socket) => socket.destroy()), CLOSED, null],
    ['reset', listen((socket) => socket.once('data', () => socket.resetAndDestroy())), CLOSED, null],
    ['cut', answering('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'), CLOSED, 200],
    ['invalid HTTP', answering('220 mail.example.com ESMTP\r\n'), 'the answer is not valid HTTP', null],
    ['an invalid status', answering('HTTP/1.1 000 Nothing\r\n\r\n'), 'the answer is not valid HTTP', null],
    [
      'an upgrade',
      answering('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
      'the answer is not valid HTTP',
      null,
    ],
    [
      'long headers',
      answering(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`),
      'the headers of the answer are too long',
      null,
    ],
  ])('%s', (_, receiver, error, status) =>
    using(receiver, async ({ url }) =>
      expect(await post(url)).toMatchObject({ kind: 'failed', error, status, retryAfterMs: null }),
    ),
  )

  test('a port without a listener', async () => {
    const { url, close } = await listen(() => {})
    await close()
    expect(await post(url)).toMatchObject({ kind: 'failed', status: null, error: 'connection refused' })
  })

  test('a name that does not resolve', async () => {
    expect(await post('https://gone.example.com')).toMatchObject({ kind: 'failed', error: 'host not found' })
  })

  test('a receiver without TLS', async () => {
    await using(answering('HTTP/1.1 400 Bad Request\r\n\r\n'), async ({ port }) => {
      const { kind, error } = await post(`https://127.0.0.1:${port}`)
      expect(kind).toBe('failed')
      expect(error).toMatch(/^TLS: [a-z ]+$/)
    })
  })

  test.each(['', 'nonsense', 'ftp://hooks.example.com/', 'file:///etc/passwd'])('the URL %j', async (url) => {
    expect(await post(url)).toMatchObject({ kind: 'failed', status: null, error: 'not an http address' })
  })
})
