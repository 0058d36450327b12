import { expect, test } from 'vitest'
import { parseAnswer, rawConnection } from '../support/clients/raw-http.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

/** Sends a request without the header `Host` and returns its response. */
async function send(method: string, path: string, version = 'HTTP/1.1', text = '') {
  const lines = [
    `${method} ${path} ${version}`,
    `API-KEY: ${tenant.key['API-KEY']}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    'X-Request-Id: hostless',
    'Connection: close',
  ]
  const connection = await rawConnection(app, `${[...lines, '', ''].join('\r\n')}${text}`)
  return parseAnswer(await connection.closed)
}

test.each([
  ['GET', '/api/v3/tags', { success: false, status: 400, error: 'ERROR_CODE_INVALID_FORMAT' }],
  ['POST', '/api/v3/tags', { success: false, status: 400, error: 'ERROR_CODE_INVALID_FORMAT' }],
  ['POST', '/oauth/token', { success: false, status: 400, error: 'invalid_request' }],
  ['POST', '/graphql', { errors: [{ extensions: { code: 'INVALID_FORMAT', status: 400 } }] }],
])('%s %s without a host is refused in the form of its path', async (method, path, form) => {
  const text = method === 'POST' ? '{"name":"Hostless"}' : ''
  const { status, headers, body } = await send(method, path, 'HTTP/1.1', text)
  expect(status).toBe(400)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'hostless',
  })
  expect(JSON.parse(body)).toMatchObject(form)
  const tags = await app.call('GET', '/api/v3/tags', { headers: tenant.key })
  expect(tags.body.tags).toEqual([])
})

test('a request of HTTP/1.0 needs no host', async () => {
  expect((await send('GET', '/api/v3/tags', 'HTTP/1.0')).status).toBe(200)
})
