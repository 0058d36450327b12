import { beforeAll, expect, test } from 'vitest'
import { connectAgent, ERAS } from '../support/clients/mcp.ts'
import { putGrant, putToken } from '../support/fixtures/grants.ts'
import { parseAnswer, rawConnection } from '../support/clients/raw-http.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

let install: { organizationId: number; id: number }
beforeAll(async () => {
  ;({ install } = await putGrant(app, await createTenant(app), tenant))
})

const ACCEPT = { Accept: 'application/json, text/event-stream' }
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' }
const post = (headers: Headers, body: unknown = PING, path = '/mcp') =>
  app.call('POST', path, { headers: { ...ACCEPT, ...headers }, body })
const READING = 'posts:read comments:read tags:read roadmap:read changelog:read'

test.each([
  ['no credential', async () => ({}), ''],
  ['an unknown key', async () => ({ 'API-KEY': 'hn_unknown' }), 'error="invalid_token", '],
  ['a token for the API', () => putToken(app, install, ['posts:read'], 'api'), 'error="invalid_token", '],
  ['the session of a person', async () => tenant.admin.session, 'error="invalid_token", '],
  ['a cookie', async () => ({ Cookie: 'session=fose_1' }), ''],
])('answers %s with the challenge', async (_, headers, reason) => {
  const { status, headers: sent, body } = await post(await headers())
  expect({ status, challenge: sent.get('www-authenticate') }).toEqual({
    status: 401,
    challenge: `Bearer ${reason}scope="${READING}", resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp"`,
  })
  expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'UNAUTHORIZED' } } })
})

test('accepts a token for it, an API key in either header, and a key with a session', async () => {
  const [key = ''] = Object.values(tenant.key)
  for (const headers of [
    await putToken(app, install, ['posts:read'], 'mcp'),
    tenant.key,
    { Authorization: `Bearer ${key}` },
    tenant.keyAndAdmin,
  ])
    expect((await post(headers)).status).toBe(200)
  for (const path of ['/api/v3/tags', '/graphql?query={tags{nodes{id}}}'])
    expect((await app.call('GET', path, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(401)
})

test.each(['', '/mcp'])('serves its metadata at the well-known path with "%s"', async (end) => {
  const { status, body, headers } = await app.call('GET', `/.well-known/oauth-protected-resource${end}`)
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      resource: `${app.url}/mcp`,
      resource_name: 'Echolog',
      authorization_servers: [app.url],
      scopes_supported: READING.split(' '),
      bearer_methods_supported: ['header'],
    },
  })
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect((await app.call('GET', `/.well-known/oauth-protected-resource${end}/x`)).status).toBe(404)
})

test('lets scripts of other origins send its headers and read the challenge', async () => {
  const preflight = await app.call('OPTIONS', '/mcp', {
    headers: { Origin: 'https://inspector.example', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.headers.get('access-control-allow-headers')).toContain(
    'MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  )
  const { headers } = await post({})
  expect(headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('rejects names of other hosts on a server for its own machine', async () => {
  const [key = ''] = Object.values(tenant.key)
  const ask = async (host: string) => {
    const text = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nAPI-KEY: ${key}\r\nConnection: close\r\n\r\n`
    return parseAnswer(await (await rawConnection(app, text)).closed).status
  }
  expect(await ask('evil.example')).toBe(403)
  expect(await ask(new URL(app.url).host)).toBe(415)
})

test('answers a request whose target is a whole address', async () => {
  const [key = ''] = Object.values(tenant.key)
  const body = JSON.stringify(PING)
  const head = Object.entries({
    Host: new URL(app.url).host,
    'API-KEY': key,
    ...ACCEPT,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const text = `POST ${app.url}/mcp HTTP/1.1\r\n${head.join('')}\r\n${body}`
  expect(parseAnswer(await (await rawConnection(app, text)).closed).status).toBe(200)
})

test.each([
  ['GET', 405],
  ['DELETE', 405],
])('answers %s with %i', async (method, status) => {
  const answer = await app.call(method, '/mcp', { headers: tenant.key })
  expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
    status,
    allow: 'POST, OPTIONS',
  })
})

test('rejects batches, other bodies and an unknown selection of tools', async () => {
  expect((await post(tenant.key, [PING])).body).toMatchObject({ error: { code: -32700 } })
  const huge = { ...PING, params: { text: 'x'.repeat(1024 * 1024) } }
  expect((await post(tenant.key, huge)).status).toBe(413)
  const digits = {
    ...PING,
    id: 2,
    method: 'tools/call',
    params: { name: 'get_post', arguments: { id: '9'.repeat(1_000_000) } },
  }
  const { status, text } = await post(tenant.key, digits)
  expect(status).toBe(200)
  expect(text).toContain(
    `INVALID_PARAM: \\"id\\" must be the id of a Post, such as post_1: ${'9'.repeat(40)}….`,
  )
  for (const query of ['reads', '', 'read,', 'toString', 'read&tools=read']) {
    const { body } = await post(tenant.key, PING, `/mcp?tools=${query}`)
    expect(body.error.message).toContain('"tools" accepts read')
  }
})

test.each(ERAS)('lists the same short tools at every call of the %s client', async (era) => {
  const lists = []
  for (const query of ['', '', '?tools=read', '?tools=roadmap,events']) {
    const agent = await connectAgent(app, tenant.key, { era, query })
    lists.push(await agent.list())
    await agent.close()
  }
  const [all = [], again, reading = [], some = []] = lists
  expect(again).toEqual(all)
  expect(JSON.stringify({ tools: all }).length).toBeLessThanOrEqual(20_000)
  expect(JSON.stringify({ tools: reading }).length).toBeLessThanOrEqual(8000)
  expect(reading.map(({ annotations }) => annotations)).toEqual(
    reading.map(() => ({ readOnlyHint: true, openWorldHint: false })),
  )
  expect(some.map(({ name }) => name)).toEqual(['get_roadmap', 'recent_events'])
  const names = all.map(({ name }) => name)
  expect(names).toEqual(names.toSorted())
  for (const { description = '' } of all) expect(description.length).toBeLessThanOrEqual(200)
})
