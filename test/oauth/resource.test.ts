import { beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from '../support/clients/event-streams.ts'
import {
  aboutToken,
  authorize,
  bearer,
  consent,
  exchange,
  install,
  newCode,
  opens,
  refresh,
  registerApp,
  type ClientApp,
} from '../support/clients/oauth.ts'
import { openSocket } from '../support/clients/sockets.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app))
})

const mcp = () => `${app.url}/mcp`

test.each(['', '/'])('issues tokens for the server itself, with its URL and "%s"', async (end) => {
  const resource = app.url + end
  const { access_token, refresh_token } = await install(app, client, target, { resource })
  expect(await opens(app, access_token)).toBe(true)
  const { body } = await refresh(app, client, refresh_token, { resource })
  expect(await opens(app, body.access_token)).toBe(true)
})

describe('a token for /mcp', () => {
  const SUBSCRIPTION = 'subscription { events(filter: {types: [POST_CREATED]}) { type } }'
  let token: string

  beforeAll(async () => {
    const code = await newCode(app, client, target, { resource: `${mcp()}/` })
    const { body } = await exchange(app, client, code, { resource: mcp() })
    token = body.access_token
  })

  test('is active', async () => {
    expect((await aboutToken(app, 'introspect', client, token)).body).toMatchObject({ active: true })
  })

  test.each([
    '/api/v3/feature_requests',
    '/api/v3/session_info',
    '/oauth/installs',
    '/graphql?query={me{id}}',
  ])('is refused at %s', async (path) => {
    const { status, headers } = await app.call('GET', path, { headers: bearer(token) })
    expect({ status, challenge: headers.get('www-authenticate') }).toEqual({
      status: 401,
      challenge: 'Bearer error="invalid_token"',
    })
  })

  test('is refused as the credential of a socket', async () => {
    const socket = await openSocket(app)
    socket.send({ type: 'connection_init', payload: bearer(token) })
    expect((await socket.end()).code).toBe(4401)
  })

  test('is refused for server-sent events', async () => {
    expect((await readEvents(app, SUBSCRIPTION, bearer(token))).status).toBe(401)
  })
})

test('keeps the resource at a refresh, with and without its name', async () => {
  const { refresh_token } = await install(app, client, target, { resource: mcp() })
  const { body: second } = await refresh(app, client, refresh_token)
  expect(await opens(app, second.access_token)).toBe(false)
  const { body: third } = await refresh(app, client, second.refresh_token, { resource: mcp() })
  expect(await opens(app, third.access_token)).toBe(false)
  const call = () => refresh(app, client, third.refresh_token, { resource: app.url })
  await expectRefused(app, call, 400, 'invalid_target')
})

describe('refuses as invalid_target a resource that is not of the server:', () => {
  test.each([
    'https://elsewhere.example/mcp',
    'no URL',
    '//mcp',
    '/mcp/x',
    '/mcp?tools=read',
    '/MCP',
    '/api/v3',
  ])('%s', async (name) => {
    const resource = name.startsWith('/') ? app.url + name : name
    const { session } = target.admin
    await expectRefused(app, () => authorize(app, session, client, { resource }), 400, 'invalid_target')
    await expectRefused(app, () => consent(app, client, target, { resource }), 400, 'invalid_target')
    const code = await newCode(app, client, target)
    await expectRefused(app, () => exchange(app, client, code, { resource }), 400, 'invalid_target')
    expect((await exchange(app, client, code)).status).toBe(200)
  })
})

test('refuses another resource than that of the consent, and keeps the code', async () => {
  for (const [asked, other] of [
    [mcp(), app.url],
    [app.url, mcp()],
    [undefined, mcp()],
  ]) {
    const code = await newCode(app, client, target, { resource: asked })
    const call = () => exchange(app, client, code, { resource: other })
    await expectRefused(app, call, 400, 'invalid_target')
    const { status, body } = await exchange(app, client, code)
    expect(status).toBe(200)
    // The replay of a used code for another resource revokes nothing.
    await expectRefused(app, call, 400, 'invalid_grant')
    expect((await aboutToken(app, 'introspect', client, body.access_token)).body.active).toBe(true)
  }
})
