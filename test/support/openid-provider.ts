import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'

/** Claims of a provider about a person. */
type OpenIdPerson = {
  sub: string
  email?: string
  email_verified?: boolean | string
  name?: string
}

const CLIENT = { id: 'echolog', secret: 'the secret of the client' }
const LIFETIME_S = 60

/** Starts an OpenID provider on a loopback port, which signs everybody in as `person`. */
export async function startOpenIdProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const foreign = await generateKeyPair('RS256')
  const codes = new Map<string, URLSearchParams>()
  const used = new Map<string, URLSearchParams>()
  const provider = {
    issuer: '',
    client: CLIENT,
    /** Person who signs in next. */
    person: { sub: 'ann', email: 'ann@people.example', email_verified: true, name: 'Ann' } as OpenIdPerson,
    /** Claims of the next id tokens that replace the right ones. */
    claims: {} as JWTPayload,
    /** Whether id tokens are signed with a key that the provider does not publish. */
    isForged: false,
    /** Whether id tokens have the subject alone. The rest is returned on request. */
    isThin: false,
    /** Members of the description that replace the right ones. */
    description: {} as Record<string, unknown>,
    /** Number of requests for tokens. */
    exchanges: 0,
    /** Runs while a token is asked for. */
    onExchange: async (): Promise<void> => {},
    /** Returns the address to which the provider leads a browser that came to `address`. */
    authorize: (address: string): URL => {
      const { searchParams: asked } = new URL(address)
      const code = randomUUID()
      codes.set(code, asked)
      const answer = new URL(asked.get('redirect_uri') ?? '')
      const parameters = { code, state: asked.get('state') ?? '', iss: provider.issuer }
      for (const [name, value] of Object.entries(parameters)) answer.searchParams.set(name, value)
      return answer
    },
    /** Accepts the code of an answer again. */
    reopen: ({ searchParams }: URL): void => {
      const code = searchParams.get('code') ?? ''
      codes.set(code, used.get(code) ?? new URLSearchParams())
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const idToken = (asked: URLSearchParams) => {
    const { sub, ...others } = provider.person
    const nonce = asked.get('nonce') ?? ''
    const claims = { ...(provider.isThin ? {} : others), nonce, iss: provider.issuer, ...provider.claims }
    const iat = Math.floor(Date.now() / 1000)
    return new SignJWT({ sub, aud: CLIENT.id, iat, exp: iat + LIFETIME_S, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(provider.isForged ? foreign.privateKey : privateKey)
  }
  const routes: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: provider.issuer,
      ...Object.fromEntries(
        ['authorization', 'token', 'userinfo'].map((name) => [
          `${name}_endpoint`,
          `${provider.issuer}/${name}`,
        ]),
      ),
      jwks_uri: `${provider.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...provider.description,
    }),
    '/keys': async () => ({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    '/userinfo': async () => provider.person,
    '/token': async (request) => {
      provider.exchanges++
      await provider.onExchange()
      const sent = new URLSearchParams(await text(request))
      const code = sent.get('code') ?? ''
      const asked = codes.get(code)
      if (asked) used.set(code, asked)
      codes.delete(code)
      const isRight =
        asked?.get('redirect_uri') === sent.get('redirect_uri') &&
        asked?.get('code_challenge') === challengeOf(sent.get('code_verifier') ?? '') &&
        request.headers.authorization === AUTHORIZATION
      if (!asked || !isRight) return { error: 'invalid_grant' }
      return { access_token: 'access', token_type: 'Bearer', id_token: await idToken(asked) }
    },
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/authorization?')) {
      const { href } = provider.authorize(provider.issuer + request.url)
      return void response.writeHead(302, { Location: href }).end()
    }
    const found = await routes[new URL(request.url ?? '', 'http://path').pathname]?.(request)
    const isError = found === undefined || Object.hasOwn(found as object, 'error')
    response
      .writeHead(isError ? 400 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(found ?? {}))
  }
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return provider
}

export type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

const encoded = [CLIENT.id, CLIENT.secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+'))
const AUTHORIZATION = `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
