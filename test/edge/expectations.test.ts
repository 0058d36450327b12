import { expect, test } from 'vitest'
import { parseAnswer, rawConnection } from '../support/clients/raw-http.ts'
import { useApp, useTenant } from '../support/use.ts'

/** A request that is not refused at once ends with 408 after this time. */
const BODY_TIMEOUT_MS = 20_000
const CODE = 'ERROR_CODE_EXPECTATION_FAILED'

const app = useApp({ limits: { bodyTimeout: BODY_TIMEOUT_MS } })
const tenant = useTenant(app)

const head = (method: string, path: string, ...lines: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `API-KEY: ${tenant.key['API-KEY']}`,
    'Content-Type: application/json',
    'X-Request-Id: expecting',
    ...lines,
    '',
    '',
  ].join('\r\n')

const REST = { success: false, status: 417, error: CODE }

test.each([
  ['POST', '/api/v3/feature_requests', REST],
  ['POST', '/api/v3/nowhere?q=1', REST],
  ['POST', '/healthz', REST],
  ['POST', '/oauth/token', { success: false, status: 417, error: 'invalid_request' }],
  ['POST', '/oauth/token?q=/graphql', { success: false, status: 417, error: 'invalid_request' }],
  ['POST', '/graphql', { errors: [{ extensions: { code: 'EXPECTATION_FAILED', status: 417 } }] }],
  ['POST', '/graphql?a=1', { errors: [{ extensions: { code: 'EXPECTATION_FAILED', status: 417 } }] }],
])('%s %s with an unknown expectation is refused without its body', async (method, path, form) => {
  const connection = await rawConnection(app, head(method, path, 'Content-Length: 20', 'Expect: cake'))
  const { status, headers, body } = parseAnswer(await connection.closed)
  expect(status).toBe(417)
  expect(headers).toMatchObject({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'expecting',
  })
  expect(JSON.parse(body)).toMatchObject(form)
})

test('a client that sends its body all the same is answered, and nothing is stored', async () => {
  const text = JSON.stringify({ title: 'Expected', description: 'x'.repeat(400_000) })
  const connection = await rawConnection(
    app,
    head('POST', '/api/v3/feature_requests', `Content-Length: ${text.length}`, 'Expect: cake') + text,
  )
  expect(parseAnswer(await connection.closed).status).toBe(417)
  const { body } = await app.call('GET', '/api/v3/feature_requests', { headers: tenant.key })
  expect(body.feature_requests).toEqual([])
})

test('a request without a body is refused as well, and its connection serves the next one', async () => {
  const connection = await rawConnection(
    app,
    head('GET', '/api/v3/tags', 'Expect: cake') + head('GET', '/api/v3/tags', 'Connection: close'),
  )
  const text = await connection.closed
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 417', 'HTTP/1.1 200'])
})

test('100-continue is met in any case of letters, and HTTP/1.0 knows no expectations', async () => {
  const text = JSON.stringify({ title: 'Continued' })
  const continued = await rawConnection(
    app,
    head(
      'POST',
      '/api/v3/feature_requests',
      `Content-Length: ${text.length}`,
      'Expect: 100-Continue',
      'Connection: close',
    ),
  )
  await expect.poll(() => continued.text()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  continued.socket.write(text)
  expect(await continued.closed).toContain('HTTP/1.1 201')
  const older = head('GET', '/api/v3/tags', 'Expect: cake').replace('HTTP/1.1', 'HTTP/1.0')
  expect(parseAnswer(await (await rawConnection(app, older)).closed).status).toBe(200)
})
