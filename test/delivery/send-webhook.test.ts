import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookSender, type WebhookSender } from '../../src/delivery/send-webhook.ts'
import { signatureHeaders } from '../../src/delivery/sign.ts'
import { setClock } from '../../src/lib/time/clock.ts'
import { newWebhookSecret } from '../../src/modules/webhooks/new-webhook-secret.ts'
import { listen, listenHttp, using } from './listen.ts'

/** Longer than a test: no response is awaited until its timeout. */
const TIMEOUT_MS = 120_000

let poster: WebhookSender
beforeAll(() => {
  poster = createWebhookSender({
    allowedHosts: new Set(['127.0.0.1']),
    timeoutMs: TIMEOUT_MS,
    version: '1.2.3',
  })
})
afterAll(() => poster.close())

const post = (url: string, body = '{}', headers = {}) =>
  poster.send({ url, body: Buffer.from(body), headers })

test('sends a message as signed JSON to the complete URL', async () => {
  const seen: unknown[] = []
  const secret = newWebhookSecret()
  const body = JSON.stringify({ title: 'Žluťoučký' })
  const receiver = listenHttp(async (request, response) => {
    const { method, url, headers } = request
    const sent = Buffer.concat(await request.toArray()).toString()
    new Webhook(secret).verify(sent, headers as Record<string, string>)
    seen.push({ method, url, sent, headers })
    response.end('thanks')
  })
  await using(receiver, async ({ url, port }) => {
    const headers = signatureHeaders({ id: 'evt_1', body, at: new Date(), secrets: [secret] })
    const outcome = await post(`${url}/hooks/in?team=a%20b`, body, headers)
    expect(outcome).toEqual({
      kind: 'delivered',
      status: 200,
      requestHeaders: expect.arrayContaining([['webhook-id', 'evt_1']]),
      responseHeaders: expect.arrayContaining([['content-length', '6']]),
      headersTruncated: false,
      response: 'thanks',
      retryAfterMs: null,
      error: null,
      startedAt: expect.any(Date),
      durationMs: expect.any(Number),
    })
    expect(Number.isInteger(outcome.durationMs)).toBe(true)
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/hooks/in?team=a%20b',
        sent: body,
        headers: {
          host: `127.0.0.1:${port}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'user-agent': 'Echolog-Webhooks/1.2.3',
          'webhook-id': 'evt_1',
        },
      },
    ])
  })
})

describe('the status determines the result', () => {
  test.each([
    [200, 'delivered', null],
    [202, 'delivered', null],
    [204, 'delivered', null],
    [299, 'delivered', null],
    [300, 'failed', 'answered 300, and redirects are not followed'],
    [304, 'failed', 'answered 304, and redirects are not followed'],
    [400, 'failed', 'answered 400'],
    [410, 'failed', 'answered 410'],
    [500, 'failed', 'answered 500'],
    [599, 'failed', 'answered 599'],
  ])('%i is %s', async (status, kind, error) => {
    await using(
      listenHttp((_, response) => void response.writeHead(status).end()),
      async ({ url }) => expect(await post(url)).toMatchObject({ kind, status, error, response: '' }),
    )
  })
})

test('an early hint is not a response', async () => {
  const bytes = 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n'
  await using(
    listen((socket) => socket.once('data', () => socket.end(bytes))),
    async ({ url }) => expect(await post(url)).toMatchObject({ kind: 'failed', status: 500 }),
  )
})

describe('Retry-After', () => {
  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['86401', 86_400_000],
    ['9'.repeat(30), 86_400_000],
    ['Sun, 01 Mar 2026 12:01:30 GMT', 90_000],
    ['Sunday, 01-Mar-26 12:01:30 GMT', 90_000],
    ['Sun Mar  1 12:01:30 2026', 90_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 86_400_000],
    ['Sun, 99 Mar 2026 12:01:30 GMT', null],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026-03-01T12:01:30Z', null],
    ['', null],
  ])('%j is parsed as %j ms', async (header, expected) => {
    setClock(() => new Date('2026-03-01T12:00:00Z'))
    await using(
      listenHttp((_, response) => void response.writeHead(503, { 'retry-after': header }).end()),
      async ({ url }) => expect(await post(url)).toMatchObject({ kind: 'failed', retryAfterMs: expected }),
    ).finally(() => setClock(null))
  })
})
