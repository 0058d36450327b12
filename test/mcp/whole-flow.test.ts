import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDocuments } from '../support/clients/agents.ts'
import type { Json } from '../support/json.ts'
import { useApp, useTenant } from '../support/use.ts'

let documents: Awaited<ReturnType<typeof startDocuments>>
const app = useApp({
  fetchClientDocument: (url, options) => documents.fetchClientDocument(url, options),
})
const tenant = useTenant(app)
const ME = { name: 'test-agent', version: '1.0.0' }
const CALLBACK = 'http://127.0.0.1:7777/callback'
const DOCUMENT = 'https://agent.example/client.json'
const METADATA = { client_name: 'Agent', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }

beforeAll(async () => {
  documents = await startDocuments()
  documents.documents.set(DOCUMENT, { ...METADATA, client_id: DOCUMENT })
})
afterAll(() => documents.stop())

/** Client id, scopes and resource of a page of consent that the client has opened. */
type Asked = { id: string | null; scopes: string[]; resource: string | null }

/**
 * Keeps what an official client keeps, and consents at once as the admin to what it asks for and to `more`. The client
 * registers itself unless it has a metadata document.
 */
function newPerson({ more = '', document }: { more?: string; document?: string | undefined } = {}) {
  const asked: Asked[] = []
  const kept: Record<string, Json> = {}
  let code = ''
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: METADATA,
    ...(document !== undefined && { clientMetadataUrl: document }),
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    discoveryState: () => kept.discovered,
    saveDiscoveryState: (discovered) => void (kept.discovered = discovered),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    async redirectToAuthorization({ searchParams }) {
      const scope = searchParams.get('scope') ?? ''
      const [id, resource] = [searchParams.get('client_id'), searchParams.get('resource')]
      asked.push({ id, scopes: scope.split(' '), resource })
      const target = { target_organization_id: tenant.organization.id, scope: `${scope} ${more}`.trim() }
      const body = { ...Object.fromEntries(searchParams), ...target }
      const answer = await app.call('POST', '/oauth/authorize/consent', {
        headers: tenant.admin.session,
        body,
      })
      code = new URL(answer.body.redirect_to as string).searchParams.get('code') ?? ''
    },
  }
  return { provider, asked, code: () => code }
}

const address = () => new URL(`${app.url}/mcp`)

describe.each([
  ['that registers itself', undefined, /^fodyn_/],
  ['with a metadata document', DOCUMENT, DOCUMENT],
])('a client %s', (_, document, id) => {
  test('of the new revision signs in after the first 401, and asks for more when a call needs it', async () => {
    const { provider, asked, code } = newPerson({ document })
    const connect = async () => {
      const client = new Client(ME, { versionNegotiation: { mode: 'auto' } })
      const transport = new StreamableHTTPClientTransport(address(), { authProvider: provider })
      return { client, transport, error: await client.connect(transport).catch((error: unknown) => error) }
    }
    const first = await connect()
    expect(String(first.error)).toContain('Unauthorized')
    await first.transport.finishAuth(new URLSearchParams({ code: code(), iss: app.url }) as never)
    const { client, transport, error } = await connect()
    expect(error).toBeUndefined()
    expect(asked).toEqual([
      {
        id: expect.stringMatching(id),
        scopes: ['posts:read', 'comments:read', 'tags:read', 'roadmap:read', 'changelog:read'],
        resource: `${app.url}/mcp`,
      },
    ])
    expect((await client.callTool({ name: 'search_posts', arguments: {} })).isError).toBeFalsy()
    const create = () => client.callTool({ name: 'create_post', arguments: { title: 'By the new one' } })
    expect(String(await create().catch((failure: unknown) => failure))).toContain('Unauthorized')
    expect(asked[1]?.scopes).toContain('posts:write')
    await transport.finishAuth(new URLSearchParams({ code: code(), iss: app.url }) as never)
    expect((await create()).structuredContent).toMatchObject({ post: { title: 'By the new one' } })
    await client.close()
  })

  test('of an old revision, which never asks again, writes with a box that the person has ticked', async () => {
    const { provider, asked, code } = newPerson({ document, more: 'posts:write' })
    const connect = async () => {
      const client = new OldClient(ME)
      const transport = new OldTransport(address(), { authProvider: provider })
      return { client, transport, error: await client.connect(transport).catch((error: unknown) => error) }
    }
    const first = await connect()
    expect(String(first.error)).toContain('Unauthorized')
    await first.transport.finishAuth(code())
    const { client, error } = await connect()
    expect(error).toBeUndefined()
    const created = await client.callTool({ name: 'create_post', arguments: { title: 'By the old one' } })
    expect(created.structuredContent).toMatchObject({ post: { title: 'By the old one' } })
    expect(asked).toMatchObject([{ id: expect.stringMatching(id) }])
    await client.close()
  })
})
