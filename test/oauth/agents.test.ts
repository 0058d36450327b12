import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connectAgent,
  consentToAgent,
  newProof,
  powerOf,
  registerAgent,
  startDocuments,
} from '../support/clients/agents.ts'
import { bearer, countOf, opens } from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let server: Awaited<ReturnType<typeof startDocuments>>
let app: TestApp
let target: Tenant

beforeAll(async () => {
  server = await startDocuments()
  app = await startApp({ fetchClientDocument: server.fetchClientDocument })
  target = await createTenant(app)
})

afterAll(async () => {
  await app.stop()
  await server.stop()
})

const READING = ['changelog:read', 'comments:read', 'posts:read', 'roadmap:read', 'tags:read']
const CLAUDE = 'https://claude.ai/oauth/claude-code-client-metadata'
const CLAUDE_DOCUMENT = {
  client_id: CLAUDE,
  client_name: 'Claude Code',
  client_uri: 'https://claude.ai',
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
}

test('a client with a metadata document gets a code at any port of this computer, and tokens for /mcp', async () => {
  server.documents.set(CLAUDE, CLAUDE_DOCUMENT)
  const agent = { client_id: CLAUDE, redirect_uri: 'http://localhost:53682/callback' }
  const resource = `${app.url}/mcp`
  const { access_token, scope } = await connectAgent(app, agent, target, {
    resource,
    scope: READING.join(' '),
  })
  expect(scope.split(' ').sort()).toEqual(READING)
  expect(await powerOf(app, access_token)).toEqual({ resource: 'mcp', scopes: READING })
  expect(await opens(app, access_token)).toBe(false)
})

/** Registrations of known clients, and the redirect URI at which they listen. */
const REGISTRATIONS: [string, object, string][] = [
  [
    'Codex',
    {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:41223/callback/9f2c'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
    },
    'http://127.0.0.1:41223/callback/9f2c',
  ],
  [
    'Cursor',
    {
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ],
  [
    'VS Code',
    {
      client_name: 'Visual Studio Code',
      client_uri: 'https://code.visualstudio.com',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    'http://127.0.0.1:33419/',
  ],
  [
    'OpenCode',
    {
      redirect_uris: ['http://127.0.0.1:19876/mcp/oauth/callback'],
      client_name: 'OpenCode',
      client_uri: 'https://opencode.ai',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    'http://127.0.0.1:19876/mcp/oauth/callback',
  ],
  [
    'Claude Code without a document',
    {
      client_name: 'Claude Code (echolog)',
      redirect_uris: ['http://localhost:62811/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: READING.join(' '),
    },
    'http://localhost:62811/callback',
  ],
]

test.each(REGISTRATIONS)(
  '%s registers itself and connects, and nothing is stored before',
  async (name, metadata, redirect_uri) => {
    const before = await countOf(app, 'oauth_apps')
    const { client_id } = await registerAgent(app, metadata)
    expect(client_id).toMatch(/^fodyn_[\w-]+$/)
    expect(client_id.length).toBeLessThanOrEqual(1536)
    expect(await countOf(app, 'oauth_apps')).toBe(before)
    const { access_token } = await connectAgent(app, { client_id, redirect_uri }, target)
    expect(await powerOf(app, access_token)).toEqual({ resource: 'mcp', scopes: READING })
    const { body } = await app.graphql(
      '{ oauthApps(filter: { kinds: [DYNAMIC] }) { nodes { name clientId kind } } installs { nodes { app { kind clientId } lastUsedAt } } }',
      {},
      target.keyAndAdmin,
    )
    expect(body.data.oauthApps.nodes).toContainEqual({
      name: (metadata as { client_name: string }).client_name,
      clientId: client_id,
      kind: 'DYNAMIC',
    })
    const [install] = body.data.installs.nodes.filter(
      ({ app }: { app: { clientId: string } }) => app.clientId === client_id,
    )
    expect(Date.parse(install.lastUsedAt as string), name).toBeGreaterThan(0)
  },
)

describe('a step-up', () => {
  test('widens the one install, and its tokens keep their scopes', async () => {
    const agent = await registerAgent(app)
    const first = await connectAgent(app, agent, target, { scope: 'posts:read' })
    const installs = await countOf(app, 'oauth_installs')
    const second = await connectAgent(app, agent, target, { scope: 'posts:read posts:write' })
    expect(second.scope).toBe('posts:read posts:write')
    const third = await connectAgent(app, agent, target, { scope: 'tags:read' })
    expect(await countOf(app, 'oauth_installs')).toBe(installs)
    expect((await powerOf(app, first.access_token))?.scopes).toEqual(['posts:read'])
    expect((await powerOf(app, second.access_token))?.scopes).toEqual(['posts:read', 'posts:write'])
    expect((await powerOf(app, third.access_token))?.scopes).toEqual(['tags:read'])
  })

  test('leaves out scopes that no agent has, and refuses a request for them alone and for unknown ones', async () => {
    const agent = await registerAgent(app)
    const { scope } = await connectAgent(app, agent, target, {
      scope: 'posts:read member:write webhooks:manage',
    })
    expect(scope).toBe('posts:read')
    for (const wrong of ['webhooks:manage', 'posts:admin', '']) {
      const request = { ...agent, ...newProof().challenge, scope: wrong || ' ' }
      await expectRefused(app, () => consentToAgent(app, agent, target, request), 400, 'invalid_scope')
      const page = `/oauth/authorize?${new URLSearchParams(request).toString()}`
      const ask = () => app.call('GET', page, { headers: target.admin.session })
      await expectRefused(app, ask, 400, 'invalid_scope')
    }
  })
})

test('tokens for the server itself work at its routes', async () => {
  const agent = await registerAgent(app)
  const { access_token } = await connectAgent(app, agent, target, { resource: app.url })
  const { body } = await app.call('GET', '/api/v3/session_info', { headers: bearer(access_token) })
  expect(body).toMatchObject({ actor: 'self', organization: { id: target.organization.id } })
})
