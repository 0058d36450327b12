import * as oauth from 'oauth4webapi'
import { AuthorizationCode } from 'simple-oauth2'
import { beforeAll, describe, expect, test } from 'vitest'
import { opens, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)
let registered: ClientApp

beforeAll(async () => {
  registered = await registerApp(app, await createTenant(app))
})

/**
 * Acts as the consent page for an admin who allows: reads the request, consents, and follows the redirect.
 */
async function allow(authorizationUrl: string): Promise<URL> {
  const asked = new URL(authorizationUrl)
  const headers = target.admin.session
  const { body } = await app.call('GET', asked.pathname + asked.search, { headers })
  const consented = await app.call('POST', '/oauth/authorize/consent', {
    headers,
    body: {
      ...Object.fromEntries(asked.searchParams),
      target_organization_id: body.organizations[0].id,
    },
  })
  return new URL(consented.body.redirect_to as string)
}

describe.each(['client_secret_basic', 'client_secret_post'])('oauth4webapi with %s', (method) => {
  // The test's server has no certificate. The client is strict otherwise.
  const loopback = { [oauth.allowInsecureRequests]: true }

  test('discovers, authorizes with PKCE, refreshes, introspects and revokes', async () => {
    const { client_id, client_secret, redirect_uri } = registered
    const client: oauth.Client = { client_id }
    const authenticate =
      method === 'client_secret_basic'
        ? oauth.ClientSecretBasic(client_secret)
        : oauth.ClientSecretPost(client_secret)
    const issuer = new URL(app.url)
    const discovered = await oauth.discoveryRequest(issuer, { ...loopback, algorithm: 'oauth2' })
    const server = await oauth.processDiscoveryResponse(issuer, discovered)
    expect(server.token_endpoint_auth_methods_supported).toContain(method)

    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      client_id,
      redirect_uri,
      response_type: 'code',
      scope: 'posts:read posts:write',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const back = oauth.validateAuthResponse(server, client, await allow(address.href), state)

    const exchanged = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authenticate,
      back,
      redirect_uri,
      verifier,
      loopback,
    )
    const first = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
    expect(first).toMatchObject({ token_type: 'bearer', expires_in: 86_400, scope: 'posts:read posts:write' })
    const list = await oauth.protectedResourceRequest(
      first.access_token,
      'GET',
      new URL('/api/v3/feature_requests', app.url),
      undefined,
      undefined,
      loopback,
    )
    expect(list.status).toBe(200)

    const refreshed = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authenticate,
      first.refresh_token ?? '',
      loopback,
    )
    const second = await oauth.processRefreshTokenResponse(server, client, refreshed)
    expect(await opens(app, first.access_token)).toBe(false)
    expect(await opens(app, second.access_token)).toBe(true)

    const introspect = async (token: string) =>
      oauth.processIntrospectionResponse(
        server,
        client,
        await oauth.introspectionRequest(server, client, authenticate, token, loopback),
      )
    expect(await introspect(second.access_token)).toMatchObject({ active: true, client_id })
    const revoked = await oauth.revocationRequest(server, client, authenticate, second.access_token, loopback)
    await oauth.processRevocationResponse(revoked)
    expect(await introspect(second.access_token)).toEqual({ active: false })
  })

  test('parses an error', async () => {
    const { client_id, redirect_uri } = registered
    const client: oauth.Client = { client_id }
    const issuer = new URL(app.url)
    const discovered = await oauth.discoveryRequest(issuer, { ...loopback, algorithm: 'oauth2' })
    const server = await oauth.processDiscoveryResponse(issuer, discovered)
    const wrong =
      method === 'client_secret_basic' ? oauth.ClientSecretBasic('wrong') : oauth.ClientSecretPost('wrong')
    const answer = await oauth.refreshTokenGrantRequest(server, client, wrong, redirect_uri, loopback)
    const refusal: unknown = await oauth
      .processRefreshTokenResponse(server, client, answer)
      .catch((e: unknown) => e)
    if (method === 'client_secret_basic') expect(refusal).toBeInstanceOf(oauth.WWWAuthenticateChallengeError)
    else expect(refusal).toMatchObject({ error: 'invalid_client', status: 401 })
  })
})

describe.each([
  ['form', 'header'],
  ['form', 'body'],
  ['json', 'header'],
  ['json', 'body'],
] as const)('simple-oauth2 with %s and the credentials in the %s', (bodyFormat, authorizationMethod) => {
  test('authorizes, refreshes and revokes', async () => {
    const { client_id, client_secret, redirect_uri } = registered
    const client = new AuthorizationCode({
      client: { id: client_id, secret: client_secret },
      auth: {
        tokenHost: app.url,
        tokenPath: '/oauth/token',
        authorizePath: '/oauth/authorize',
        revokePath: '/oauth/revoke',
      },
      options: { bodyFormat, authorizationMethod },
    })
    const address = client.authorizeURL({ redirect_uri, scope: ['posts:read', 'posts:write'], state: 'a b' })
    const back = await allow(address)
    expect(back.searchParams.get('state')).toBe('a b')
    const code = back.searchParams.get('code') ?? ''
    const first = await client.getToken({ code, redirect_uri })
    expect(first.token).toMatchObject({ token_type: 'Bearer', scope: 'posts:read posts:write' })
    expect(first.expired()).toBe(false)
    expect(await opens(app, String(first.token.access_token))).toBe(true)
    const second = await first.refresh()
    expect(await opens(app, String(first.token.access_token))).toBe(false)
    expect(await opens(app, String(second.token.access_token))).toBe(true)
    const narrow = await second.refresh({ scope: ['posts:read'] })
    expect(narrow.token.scope).toBe('posts:read')
    await narrow.revokeAll()
    expect(await opens(app, String(narrow.token.access_token))).toBe(false)
    await expect(narrow.refresh()).rejects.toMatchObject({ data: { payload: { error: 'invalid_grant' } } })
  })
})
