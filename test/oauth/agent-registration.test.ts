import { describe, expect, test } from 'vitest'
import { expectRefused } from '../support/contract/refusals.ts'
import { startApp } from '../support/app.ts'
import { useApp } from '../support/use.ts'

const app = useApp({ trustedProxies: 1 })

let network = 0
/** Sends a registration from a network of its own. */
const register = (body: unknown, address = `198.18.${++network}.1`) =>
  app.call('POST', '/oauth/register', { headers: { 'X-Forwarded-For': address }, body })

test('returns the metadata of a public client, also if the client sends other metadata', async () => {
  const { status, body, headers } = await register({
    client_name: ' Agent ',
    redirect_uris: ['https://agent.example/cb', 'https://agent.example/cb'],
    application_type: 'web',
    token_endpoint_auth_method: 'client_secret_post',
    scope: 'posts:read',
    software_id: 'x',
  })
  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    client_id: body.client_id,
    client_id_issued_at: body.client_id_issued_at,
    client_name: 'Agent',
    redirect_uris: ['https://agent.example/cb'],
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
})

describe('refuses', () => {
  test.each<[string, object, string]>([
    ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      '21 redirect URIs',
      { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) },
      'invalid_redirect_uri',
    ],
    ...[
      'http://agent.example/cb',
      'http://localhost.agent.example/cb',
      'http://127.0.0.2/cb',
      'https://agent.example/cb#x',
      'https://user@agent.example/cb',
      'https://*.agent.example/cb',
      'javascript:alert(1)',
      'javascript://agent/%0aalert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://agent.example/x',
      'about:blank',
      'view-source:https://agent.example/',
      'vbscript:x',
      'smb://agent.example/share',
      'search-ms://query=x',
      'agent:cb',
      'Cursor://agent/cb',
      'cursor://agent/cb#x',
      'cursor://user@agent/cb',
      'com.example.agent:/cb x',
      'cursor://[/cb',
      `cursor://agent/${'a'.repeat(2048)}`,
      '/cb',
      '',
    ].map((uri): [string, object, string] => [uri, { redirect_uris: [uri] }, 'invalid_redirect_uri']),
    [
      'loopback of a web application',
      { application_type: 'web', redirect_uris: ['http://localhost/cb'] },
      'invalid_redirect_uri',
    ],
    [
      'a private scheme of a web application',
      { application_type: 'web', redirect_uris: ['cursor://agent/cb'] },
      'invalid_redirect_uri',
    ],
    ['a name that rearranges the text around it', { client_name: 'a\u202Eb' }, 'invalid_client_metadata'],
    [
      'a name that is another one without what is invisible',
      { client_name: 'Cla\u200bude' },
      'invalid_client_metadata',
    ],
    ['a name of 256 characters', { client_name: 'a'.repeat(256) }, 'invalid_client_metadata'],
    [
      'more than a client id holds',
      { redirect_uris: [`https://agent.example/${'a'.repeat(1_500)}`] },
      'invalid_client_metadata',
    ],
    ['a name that is no text', { client_name: 7 }, 'invalid_client_metadata'],
  ])('%s', async (_name, fields, error) => {
    const body = { client_name: 'Agent', redirect_uris: ['https://agent.example/cb'], ...fields }
    await expectRefused(app, () => register(body), 400, error)
  })
})

test.each(['com.example.agent:/cb', 'vscode://agent.mcp/cb', 'http://[::1]/cb', 'http://localhost:1/cb?x=1'])(
  'accepts %s of a native application',
  async (uri) => {
    expect((await register({ redirect_uris: [uri] })).body.redirect_uris).toEqual([uri])
  },
)

test('a network registers 20 clients an hour', async () => {
  const body = { redirect_uris: ['https://agent.example/cb'] }
  const statuses: number[] = []
  for (let n = 0; n < 22; n += 1) statuses.push((await register(body, '203.0.113.7')).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429, 429])
  expect((await register(body)).status).toBe(201)
})

test('an installation can turn registration off, and does not name it then', async () => {
  const closed = await startApp({ beside: app, dynamicRegistration: false })
  try {
    const body = { redirect_uris: ['https://agent.example/cb'] }
    const answer = await closed.call('POST', '/oauth/register', { body })
    expect([answer.status, answer.body.error]).toEqual([403, 'access_denied'])
    const { body: metadata } = await closed.call('GET', '/.well-known/oauth-authorization-server')
    expect(metadata).not.toHaveProperty('registration_endpoint')
  } finally {
    await closed.stop()
  }
})
