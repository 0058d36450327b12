import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DOCUMENT_LIMITS } from '../../../src/auth/client-documents.ts'
import { guardedFetch } from '../../../src/auth/openid/guarded-fetch.ts'
import type { Answer, AppOptions, TestApp } from '../app.ts'
import type { Headers, Tenant } from '../fixtures/scenario.ts'
import { consent, type Tokens } from './oauth.ts'

/** A public client as it asks for consent. */
type Agent = { client_id: string; redirect_uri: string }

/** Registers a public client, as `POST /oauth/register` of a client does. It uses the first redirect URI. */
export async function registerAgent(app: TestApp, metadata: object = {}): Promise<Agent> {
  const payload = { client_name: 'Agent', redirect_uris: ['http://127.0.0.1:7777/callback'], ...metadata }
  const { status, body, text } = await app.call('POST', '/oauth/register', { body: payload })
  if (status !== 201) throw new Error(`not registered: ${text}`)
  return { client_id: body.client_id, redirect_uri: body.redirect_uris[0] }
}

/** A PKCE verifier and the parameters of its challenge. */
export function newProof() {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, challenge: { code_challenge, code_challenge_method: 'S256' } }
}

/** Consents to a public client as the target's admin, unless `headers` authenticate another person. */
export function consentToAgent(
  app: TestApp,
  agent: Agent,
  target: Tenant,
  fields: object = {},
  headers: Headers = target.admin.session,
): Promise<Answer> {
  return consent(
    app,
    { ...agent, client_secret: '', webhook_secret: null, owner: target },
    target,
    fields,
    headers,
  )
}

/** Sends a form to the token endpoint, as clients do. */
export const token = (
  app: TestApp,
  fields: Record<string, string>,
  headers: Headers = {},
): Promise<Answer<Tokens>> =>
  app.call('POST', '/oauth/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** Connects a public client by consent and exchange, both of which must succeed. */
export async function connectAgent(
  app: TestApp,
  agent: Agent,
  target: Tenant,
  { as, ...fields }: { as?: Headers; resource?: string; scope?: string; actor?: string } = {},
): Promise<Tokens> {
  const { verifier, challenge } = newProof()
  const { body, text } = await consentToAgent(app, agent, target, { ...challenge, ...fields }, as)
  const code = body.redirect_to && new URL(body.redirect_to as string).searchParams.get('code')
  if (!code) throw new Error(`no code: ${text}`)
  const {
    status,
    body: tokens,
    text: refusal,
  } = await token(app, {
    grant_type: 'authorization_code',
    ...agent,
    code,
    code_verifier: verifier,
    ...(fields.resource && { resource: fields.resource }),
  })
  if (status !== 200) throw new Error(`not connected: ${refusal}`)
  return tokens
}

/** Returns what an access token permits: its resource and its scopes. Null if it is not valid. */
export async function powerOf({ services }: TestApp, accessToken: string) {
  services.accessTokens.clear()
  const found = await services.accessTokens.find(accessToken)
  return found && { resource: found.resource, scopes: [...found.scopes].sort() }
}

/** A document of a client, or a handler that answers its request. */
type Document = object | ((request: IncomingMessage, response: ServerResponse) => void)

/**
 * Starts a server of metadata documents by their address. `fetchClientDocument` is an option of the service that reads
 * them there for every host, with the limits of a real fetch.
 */
export async function startDocuments() {
  const documents = new Map<string, Document>()
  const fetched: string[] = []
  const server = createServer((request, response) => {
    const url = String(request.headers['x-document'])
    fetched.push(url)
    const document = documents.get(url)
    if (typeof document === 'function') return document(request, response)
    response.writeHead(document ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetchHere = guardedFetch(new Set([host]), DOCUMENT_LIMITS)
  const fetchClientDocument: AppOptions['fetchClientDocument'] = (url, options) =>
    fetchHere(`http://${host}/`, { ...options, headers: { ...options.headers, 'x-document': url } })
  return {
    documents,
    /** Addresses of the requests for documents, in their order. */
    fetched,
    fetchClientDocument,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
