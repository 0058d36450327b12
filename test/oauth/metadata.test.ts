import { expect, test } from 'vitest'
import { SCOPES } from '../../src/auth/scopes.ts'
import { run } from '../support/clients/operations.ts'
import { startApp } from '../support/app.ts'
import { useApp } from '../support/use.ts'

const app = useApp()

const PATH = '/.well-known/oauth-authorization-server'

test('describes the OAuth endpoints and capabilities without a credential', async () => {
  const { status, body } = await app.call('GET', PATH)
  expect(status).toBe(200)
  expect(body).toEqual({
    issuer: app.url,
    authorization_endpoint: `${app.url}/oauth/authorize`,
    token_endpoint: `${app.url}/oauth/token`,
    revocation_endpoint: `${app.url}/oauth/revoke`,
    introspection_endpoint: `${app.url}/oauth/introspect`,
    registration_endpoint: `${app.url}/oauth/register`,
    service_documentation: `${app.url}/docs`,
    scopes_supported: Object.keys(SCOPES),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
})

test('names only endpoints that exist', async () => {
  const { body } = await app.call('GET', PATH)
  for (const name of ['token', 'revocation', 'introspection', 'registration']) {
    const { status } = await app.call('POST', new URL(body[`${name}_endpoint`] as string).pathname, {
      body: {},
    })
    expect([400, 401]).toContain(status)
  }
  expect((await app.call('GET', '/oauth/authorize?client_id=x&redirect_uri=x')).status).toBe(401)
  expect((await fetch(body.service_documentation as string)).status).toBe(200)
})

test('ignores invalid credentials', async () => {
  const headers = { 'API-KEY': 'nonsense', Authorization: 'Bearer nonsense' }
  expect((await app.call('GET', PATH, { headers })).status).toBe(200)
})

test('GraphQL returns the same data', async () => {
  const { oauthServer } = await run(app, {}, '{ oauthServer { issuer codeChallengeMethodsSupported } }')
  expect(oauthServer).toEqual({ issuer: app.url, codeChallengeMethodsSupported: ['S256'] })
})

test('is also where clients insert the path of the public URL, and not at other paths', async () => {
  const below = await startApp({ beside: app, publicUrl: 'https://feedback.example/in/acme' })
  try {
    const { status, body } = await below.call('GET', `${PATH}/in/acme`)
    expect([status, body.issuer]).toEqual([200, 'https://feedback.example/in/acme'])
    for (const path of ['/in', '/in/acme/x', '/in/acme/'])
      expect((await fetch(below.url + PATH + path)).status).toBe(404)
    expect((await fetch(`${app.url}${PATH}/in/acme`)).status).toBe(404)
  } finally {
    await below.stop()
  }
})
