import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/delivery/send-webhook.ts'
import { checkText } from '../../src/lib/text/valid-text.ts'
import { listen, listenHttp, using } from './listen.ts'

const KEPT = 16_384
/** Longer than a test: no response is awaited until its timeout. */
const TIMEOUT_MS = 120_000

let poster: WebhookSender
beforeAll(() => {
  poster = createWebhookSender({ allowedHosts: new Set(['127.0.0.1']), timeoutMs: TIMEOUT_MS, version: '1' })
})
afterAll(() => poster.close())

const post = (url: string) => poster.send({ url, body: Buffer.from('{}'), headers: {} })

describe('stores at most 16 kB of a response', () => {
  const answered = async (body: Buffer, status = 200) => {
    let outcome: Awaited<ReturnType<typeof post>> | undefined
    let connections = 0
    await using(
      listenHttp((_, response) => void response.writeHead(status).end(body)),
      async ({ url, sockets }) => {
        outcome = await post(url)
        await post(url)
        connections = sockets.length
      },
    )
    return { ...outcome, connections }
  }

  test('a response of 16 kB is stored whole, and its connection is reused', async () => {
    const body = Buffer.alloc(KEPT, 'a')
    expect(await answered(body)).toMatchObject({
      kind: 'delivered',
      response: body.toString(),
      connections: 1,
    })
  })

  test('a longer response is truncated, and its status decides', async () => {
    const body = Buffer.alloc(KEPT + 1, 'a')
    const response = 'a'.repeat(KEPT)
    expect(await answered(body)).toMatchObject({ kind: 'delivered', response, error: null })
    expect(await answered(body, 500)).toMatchObject({ kind: 'failed', response, error: 'answered 500' })
  })

  test('a character divided by the truncation is left out', async () => {
    const body = Buffer.from(`${'a'.repeat(KEPT - 2)}🐎 and more`)
    expect(await answered(body)).toMatchObject({ response: 'a'.repeat(KEPT - 2) })
    expect(await answered(Buffer.from('🐎'))).toMatchObject({ response: '🐎' })
  })

  test.each([
    [200, 'delivered'],
    [500, 'failed'],
  ])('an endless response with status %i is truncated at once: %s', async (status, kind) => {
    await using(
      listenHttp((_, response) => {
        response.writeHead(status)
        const more = () => {
          while (!response.destroyed && response.write('a'.repeat(10_000)));
        }
        response.on('drain', more)
        more()
      }),
      async ({ url, sockets }) => {
        const outcome = await post(url)
        expect(outcome).toMatchObject({ kind, status, response: 'a'.repeat(KEPT) })
        await expect.poll(() => sockets.map((socket) => socket.destroyed)).toEqual([true])
      },
    )
  })

  test('characters that PostgreSQL cannot store are replaced', async () => {
    const { response = '' } = await answered(Buffer.from([0x61, 0x00, 0x62, 0xff, 0xed, 0xa0, 0x80, 0xc3]))
    expect(response).toMatch(/^a\uFFFDb\uFFFD+$/)
    expect(checkText(response ?? '')).toBe('ok')
  })
})

describe('a response with status 204 ends with its headers, even if they announce a body', () => {
  test.each([
    ['a length without a body', 'content-length: 5\r\n\r\n'],
    ['a length with a body', 'content-length: 5\r\n\r\nhello'],
    ['an empty body in chunks', 'transfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a length of none', 'content-length: 0\r\n\r\n'],
  ])('%s', async (_, rest) => {
    const receiver = listen((socket) => socket.on('data', () => socket.write(`HTTP/1.1 204 None\r\n${rest}`)))
    await using(receiver, async ({ url }) => {
      const delivered = { kind: 'delivered', status: 204, response: '', error: null }
      expect(await post(url)).toMatchObject(delivered)
      expect(await post(url)).toMatchObject(delivered)
    })
  })
})
