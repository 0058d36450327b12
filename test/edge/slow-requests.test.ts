import { expect, test } from 'vitest'
import { parseAnswer, rawConnection, trickle } from '../support/clients/raw-http.ts'
import { DEADLINE_MS } from '../support/deadline.ts'
import { useApp, useTenant } from '../support/use.ts'

const TIMEOUT_MS = 2_000

const app = useApp({ limits: { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS } })
/** Waits for headers longer than a test, because a busy machine may read those of a timely request late. */
const patient = useApp({ beside: app, limits: { headersTimeout: DEADLINE_MS, bodyTimeout: TIMEOUT_MS } })
const tenant = useTenant(app)

const head = (method: string, path: string, ...lines: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `API-KEY: ${tenant.key['API-KEY']}`,
    ...lines,
    '',
    '',
  ].join('\r\n')
const JSON_BODY = 'Content-Type: application/json'

// Nearly all of their time is waiting, so these run at once.
test.concurrent.each([
  ['nothing', ''],
  ['half of a request line', 'GET /api/v3/ta'],
  ['incomplete headers', 'GET /api/v3/tags HTTP/1.1\r\nHost: localhost\r\n'],
  ['an incomplete upgrade', 'GET /graphql HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'],
])('closes a connection that sends %s with 408', async (_what, text) => {
  const connection = await rawConnection(app, text)
  const { status, headers, body } = parseAnswer(await connection.closed)
  expect(status).toBe(408)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(headers['x-request-id']).toBeTruthy()
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(JSON.parse(body)).toMatchObject({ success: false, status: 408, error: 'ERROR_CODE_REQUEST_TIMEOUT' })
})

test.concurrent('closes a connection whose headers arrive too slowly', async () => {
  const connection = await rawConnection(app, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
  void trickle(connection, 'x')
  expect(parseAnswer(await connection.closed).status).toBe(408)
})

test.concurrent.each([
  ['/api/v3/tags', JSON_BODY, { error: 'ERROR_CODE_REQUEST_TIMEOUT', success: false }],
  ['/oauth/token', JSON_BODY, { error: 'invalid_request', success: false }],
  ['/oauth/token', 'Content-Type: application/x-www-form-urlencoded', { error: 'invalid_request' }],
  ['/graphql', JSON_BODY, { errors: [{ extensions: { code: 'REQUEST_TIMEOUT', status: 408 } }] }],
])(
  "rejects a body of %s (%s) that arrives too slowly with 408 in the endpoint's error form",
  async (path, type, form) => {
    const connection = await rawConnection(patient, head('POST', path, type, 'Content-Length: 100000'))
    void trickle(connection, '{')
    const { status, headers, body } = parseAnswer(await connection.closed)
    expect(status).toBe(408)
    expect(headers.connection).toBe('close')
    expect(JSON.parse(body)).toMatchObject(form)
  },
)

test.concurrent('applies the same timeout to a file in a form, with or without its length', async () => {
  const credentials = Object.entries(tenant.admin.session).map(([name, value]) => `${name}: ${value}`)
  const form = 'Content-Type: multipart/form-data; boundary=b'
  const part = '--b\r\nContent-Disposition: form-data; name="csv_file"\r\n\r\nemail'
  for (const [length, text, more] of [
    ['Content-Length: 100000', part, 'x'],
    ['Transfer-Encoding: chunked', `${part.length.toString(16)}\r\n${part}\r\n`, '1\r\nx\r\n'],
  ] as const) {
    const request = head('POST', '/api/v3/customers/import', form, ...credentials, length)
    const connection = await rawConnection(patient, request + text)
    void trickle(connection, more)
    const { status, headers } = parseAnswer(await connection.closed)
    expect([status, headers.connection]).toEqual([408, 'close'])
  }
})

test.concurrent('applies the same timeout to a chunked body and to one after 100 Continue', async () => {
  const chunked = await rawConnection(
    patient,
    head('POST', '/api/v3/tags', JSON_BODY, 'Transfer-Encoding: chunked'),
  )
  void trickle(chunked, '1\r\n \r\n')
  expect(parseAnswer(await chunked.closed).status).toBe(408)
  const expecting = await rawConnection(
    patient,
    head('POST', '/api/v3/tags', JSON_BODY, 'Content-Length: 9', 'Expect: 100-continue'),
  )
  const [first, second] = (await expecting.closed).split('\r\n\r\n')
  expect(first).toBe('HTTP/1.1 100 Continue')
  expect(second).toContain('408')
})

test.concurrent('applies the same timeout to the operation of an event stream', async () => {
  const connection = await rawConnection(
    patient,
    head('POST', '/graphql', JSON_BODY, 'Accept: text/event-stream', 'Content-Length: 900'),
  )
  void trickle(connection, '{')
  expect(parseAnswer(await connection.closed).status).toBe(408)
})

test.concurrent(
  'closes a connection whose unread body arrives too slowly, after the response and without a second one',
  async () => {
    const connection = await rawConnection(app, head('GET', '/healthz', 'Content-Length: 100000'))
    void trickle(connection, 'x')
    const text = await connection.closed
    expect(text.match(/HTTP\/1\.1 /g)).toEqual(['HTTP/1.1 '])
    expect(parseAnswer(text).status).toBe(200)
  },
)

test.each([
  ['invalid HTTP', 'hello\r\n\r\n', 400, 'ERROR_CODE_INVALID_FORMAT'],
  [
    'headers of 20 kB',
    `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'ERROR_CODE_HEADERS_TOO_LARGE',
  ],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    'ERROR_CODE_INVALID_FORMAT',
  ],
])('rejects %s in the documented form', async (_what, text, status, error) => {
  const connection = await rawConnection(app, text)
  const answer = parseAnswer(await connection.closed)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toMatchObject({ success: false, status, error })
})

test('answers timely requests on one connection in order', async () => {
  let connection = await rawConnection(app, head('GET', '/api/v3/tags'))
  const isServed = async () => {
    // A busy machine may miss the timeout of headers.
    if (connection.isClosed()) connection = await rawConnection(app, head('GET', '/api/v3/tags'))
    return connection.text().match(/HTTP\/1\.1 \d+/g)
  }
  await expect.poll(isServed).toEqual(['HTTP/1.1 200'])
  // Load balancers reuse a connection for 60 seconds. The server names the time for which it keeps an idle one.
  expect(parseAnswer(connection.text()).headers['keep-alive']).toBe('timeout=65')
  // A later connection that sends nothing is closed. The idle one is not.
  expect(parseAnswer(await (await rawConnection(app)).closed).status).toBe(408)
  connection.socket.write(head('GET', '/api/v3/tags', 'Connection: close'))
  expect((await connection.closed).match(/HTTP\/1\.1 200/g)).toHaveLength(2)
})
