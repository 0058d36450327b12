import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Delivery } from '../../src/delivery/worker.ts'
import { run } from '../support/clients/operations.ts'
import { deliver } from '../support/delivery.ts'
import { createPost, createWebhook } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'
import { listenHttp, type Listener } from './listen.ts'

type Pair = { name: string; value: string }
type Attempt = {
  outcome: string
  error: string | null
  requestHeaders: Pair[]
  responseHeaders: Pair[]
  responseHeadersTruncated: boolean
}
type Sent = { rawHeaders: string[]; text: string }

const FIELDS = `outcome error requestHeaders { name value } responseHeaders { name value } responseHeadersTruncated`
const SECRET = 'cookie-of-the-receiver'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenant = useTenant(app)
let worker: Delivery
let receiver: Listener
let sent: Sent[]
let answer: (response: ServerResponse) => void

beforeAll(async () => {
  receiver = await listenHttp((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      sent.push({ rawHeaders: request.rawHeaders, text: Buffer.concat(chunks).toString() })
      answer(response)
    })
  })
  worker = deliver(app, { webhookRetrySchedule: [] })
})
beforeEach(() => {
  sent = []
})
afterAll(async () => {
  await worker.stop()
  await receiver.close()
})

const ask = (query: string) => run(app, tenant.admin.session, query)

/** Delivers an event to a new webhook and returns its attempt. */
async function attempted(url = receiver.url): Promise<Attempt & { id: number; secret: string }> {
  const { id, secret } = await createWebhook(app, tenant, { url, events: ['post_created'] })
  await createPost(app, tenant)
  let attempts: Attempt[] = []
  await expect
    .poll(async () => {
      const query = `{ webhook(by: { databaseId: ${id} }) { deliveries { nodes { attempts { ${FIELDS} } } } } }`
      attempts = (await ask(query)).webhook.deliveries.nodes[0]?.attempts as Attempt[]
      return attempts?.length
    })
    .toBe(1)
  await app.call('DELETE', `/api/v3/webhooks/${id}`, { headers: tenant.keyAndAdmin })
  const [attempt] = attempts
  if (!attempt) throw new Error('no attempt')
  return { ...attempt, id, secret }
}

/** Answers with these header lines, byte by byte, and closes the connection. */
const answerRaw =
  (...lines: (string | Buffer)[]) =>
  (response: ServerResponse) => {
    const all = ['HTTP/1.1 200 OK', ...lines, 'connection: close', '', '']
    const separated = all.map((line, index) => [Buffer.from(index > 0 ? '\r\n' : ''), Buffer.from(line)])
    response.socket?.end(Buffer.concat(separated.flat()))
  }
const pairs = (flat: string[]): Pair[] =>
  flat.flatMap((name, index) =>
    index % 2 === 0 ? [{ name: name.toLowerCase(), value: flat[index + 1] ?? '' }] : [],
  )
const length = (headers: Pair[]) =>
  headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0)

test('the headers of a request are stored as the receiver gets them, and verify its body', async () => {
  answer = (response) => response.end()
  const { requestHeaders, secret } = await attempted()
  expect(requestHeaders).toEqual(pairs(sent[0]?.rawHeaders ?? []))
  const headers = Object.fromEntries(requestHeaders.map(({ name, value }) => [name, value]))
  expect(new Webhook(secret).verify(sent[0]?.text ?? '', headers)).toMatchObject({ type: 'postCreated' })
})

test('the headers of a response are stored, and none of its cookies', async () => {
  answer = (response) => {
    response.setHeader('X-Trace', ['one', 'two'])
    response.setHeader('Set-Cookie', [`session=${SECRET}`, `other=${SECRET}`])
    response.writeHead(204, { Date: 'now' }).end()
  }
  const { id, ...attempt } = await attempted()
  expect(attempt.responseHeaders).toEqual(
    expect.arrayContaining([
      { name: 'x-trace', value: 'one' },
      { name: 'x-trace', value: 'two' },
      { name: 'set-cookie', value: '[redacted]' },
      { name: 'date', value: 'now' },
    ]),
  )
  expect(attempt.responseHeadersTruncated).toBe(false)
  const { rows } = await app.database.pool.query(
    'select a::text as row from delivery_attempts a where webhook_id = $1',
    [id],
  )
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(SECRET)
})

describe('a hostile response', () => {
  test('has its values decoded, and invalid bytes replaced', async () => {
    answer = answerRaw(
      Buffer.from('x-text: grüße 🐎'),
      Buffer.concat([
        Buffer.from('x-bytes: a'),
        Buffer.from([0xff, 0xed, 0xa0, 0x80, 0x09]),
        Buffer.from('z'),
      ]),
      '__proto__: own',
      'x-json: "},{"\\u0000\\',
      'x-empty:',
    )
    const { outcome, responseHeaders } = await attempted()
    expect(outcome).toBe('DELIVERED')
    expect(responseHeaders).toEqual([
      { name: 'x-text', value: 'grüße 🐎' },
      { name: 'x-bytes', value: expect.stringMatching(/^a\uFFFD+\tz$/) as string },
      { name: '__proto__', value: 'own' },
      { name: 'x-json', value: '"},{"\\u0000\\' },
      { name: 'x-empty', value: '' },
      { name: 'connection', value: 'close' },
    ])
  })

  test.each([
    ['of one name', (_: number) => 'a'],
    ['of different names', (index: number) => `a${index}`],
  ])('with 1,000 headers %s has 100 of them stored', async (_name, nameOf) => {
    answer = answerRaw(...Array.from({ length: 1_000 }, (__, index) => `${nameOf(index)}: b`))
    const { outcome, responseHeaders, responseHeadersTruncated } = await attempted()
    expect(outcome).toBe('DELIVERED')
    expect(responseHeaders).toHaveLength(100)
    expect(responseHeaders[99]).toEqual({ name: nameOf(99), value: 'b' })
    expect(responseHeadersTruncated).toBe(true)
  })

  test.each([
    ['value', ['x-first: 1', `x-long: ${'é'.repeat(6_000)}`, 'x-last: 1'], 6_000 + 6 + 8],
    ['value of many bytes', ['x-first: 1', `x-long: ${'a'.repeat(12_000)}`, 'x-last: 1'], 8_192],
    ['name', ['x-first: 1', `${'n'.repeat(9_000)}: 1`], 8],
  ])('with a long %s has at most 8,192 characters stored', async (name, lines, stored) => {
    answer = answerRaw(...lines)
    const { outcome, responseHeaders, responseHeadersTruncated } = await attempted()
    expect(outcome).toBe('DELIVERED')
    expect(responseHeaders[0]).toEqual({ name: 'x-first', value: '1' })
    if (name === 'value') return expect(responseHeadersTruncated).toBe(false)
    expect(length(responseHeaders)).toBe(stored)
    expect(responseHeadersTruncated).toBe(true)
  })

  test('whose cut divides a character has no half of it stored', async () => {
    answer = answerRaw(`x: ${'a'.repeat(8_190)}🐎`)
    const { responseHeaders } = await attempted()
    expect(responseHeaders).toEqual([{ name: 'x', value: `${'a'.repeat(8_190)}\uFFFD` }])
  })

  test('whose headers are too long to be read fails, with the headers of its request', async () => {
    answer = answerRaw(`x-long: ${'a'.repeat(1_000_000)}`)
    const { error, requestHeaders, responseHeaders } = await attempted()
    expect(error).toBe('the headers of the answer are too long')
    expect(requestHeaders).toEqual(pairs(sent[0]?.rawHeaders ?? []))
    expect(responseHeaders).toEqual([])
  })
})

test('an attempt that sent nothing has no headers', async () => {
  const gone = await listenHttp(() => {})
  await gone.close()
  expect(await attempted(gone.url)).toMatchObject({
    outcome: 'FAILED',
    error: 'connection refused',
    requestHeaders: [],
    responseHeaders: [],
    responseHeadersTruncated: false,
  })
})
