import { beforeAll, expect, test } from 'vitest'
import { install, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { useApp, useTenant } from '../support/use.ts'
import { createTenant } from '../support/fixtures/scenario.ts'

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, owner)
})

const CONSENT_REQUEST = `query ($request: AuthorizationRequestInput!) {
  consentRequest(request: $request) {
    app { name } actorMode requestedScopes { scope } organizations { installed organization { slug } } state
  }
}`

test('GraphQL returns the same data', async () => {
  const tenantOfInstall = await createTenant(app)
  const { consentRequest } = await run(app, tenantOfInstall.admin.session, CONSENT_REQUEST, {
    request: { clientId: client.client_id, redirectUri: client.redirect_uri, scope: 'posts:read' },
  })
  expect(consentRequest).toEqual({
    app: { name: 'Bridge' },
    actorMode: 'APP',
    requestedScopes: [{ scope: 'POSTS_READ' }],
    organizations: [{ installed: false, organization: { slug: tenantOfInstall.organization.slug } }],
    state: null,
  })
})

test('GraphQL returns the app of a valid request before sign-in, without the address of its webhook', async () => {
  const query = `query ($request: AuthorizationRequestInput!) {
    consentApp(request: $request) { name owner { name } webhookUrl } }`
  const request = { clientId: client.client_id, redirectUri: client.redirect_uri }
  const owned = { name: `Name of ${owner.organization.slug}` }
  expect((await run(app, {}, query, { request })).consentApp).toEqual({
    name: 'Bridge',
    owner: owned,
    webhookUrl: null,
  })
  const { body } = await app.graphql(
    query,
    { request: { ...request, redirectUri: 'https://evil.example/' } },
    {},
  )
  expect(body).toMatchObject({ errors: [{ extensions: { oauthError: 'INVALID_REDIRECT_URI' } }] })
})

test('GraphQL returns the OAuth error of an invalid request with its top-level error', async () => {
  const ask = async (fields: object) => {
    const request = { clientId: client.client_id, redirectUri: client.redirect_uri, ...fields }
    return (await app.graphql(CONSENT_REQUEST, { request }, target.admin.session)).body
  }
  const requests: [object, string][] = [
    [{ clientId: 'foapp_unknown' }, 'INVALID_CLIENT'],
    [{ redirectUri: 'https://evil.example/' }, 'INVALID_REDIRECT_URI'],
    [{ scope: 'posts:fly' }, 'INVALID_SCOPE'],
    [{ codeChallenge: 'x' }, 'INVALID_REQUEST'],
  ]
  for (const [fields, oauthError] of requests)
    expect(await ask(fields)).toMatchObject({
      data: { consentRequest: null },
      errors: [{ extensions: { code: 'INVALID_PARAM', oauthError } }],
    })
})

test('a refused consent is data with its OAuth error, also one that is not permitted', async () => {
  const mutation = `mutation ($input: GrantConsentInput!) {
    grantConsent(input: $input) { redirectTo oauthError { code } errors { code field } }
  }`
  const grant = async (fields: object) => {
    const input = {
      clientId: client.client_id,
      redirectUri: client.redirect_uri,
      targetOrganizationId: `org_${target.organization.id}`,
      ...fields,
    }
    return (await app.graphql(mutation, { input }, target.admin.session)).body
  }
  const refused: [object, string | null, string][] = [
    [{ clientId: 'foapp_unknown' }, 'INVALID_CLIENT', 'clientId'],
    [{ scope: 'tags:read' }, 'INVALID_SCOPE', 'scope'],
    [{ codeChallengeMethod: 'S256' }, 'INVALID_REQUEST', 'codeChallengeMethod'],
    [{ targetOrganizationId: `tag_${target.organization.id}` }, null, 'targetOrganizationId'],
  ]
  for (const [fields, code, field] of refused)
    expect((await grant(fields)).data.grantConsent).toEqual({
      redirectTo: null,
      oauthError: code && { code },
      errors: [{ code: 'INVALID_PARAM', field: [field] }],
    })
  const denied = (field: string[] | null) => ({
    redirectTo: null,
    oauthError: { code: 'ACCESS_DENIED' },
    errors: [{ code: 'FORBIDDEN', field }],
  })
  const elsewhere = { targetOrganizationId: `org_${owner.organization.id}` }
  expect((await grant(elsewhere)).data.grantConsent).toEqual(denied(['targetOrganizationId']))
  await app.database.pool.query('update oauth_apps set suspended_at = now() where client_id = $1', [
    client.client_id,
  ])
  expect((await grant({})).data.grantConsent).toEqual(denied(null))
  await app.database.pool.query('update oauth_apps set suspended_at = null')
})

test('GraphQL introspects and revokes the tokens of a client', async () => {
  const { access_token: token } = await install(app, client, target, { actor: 'self' })
  const credentials = { clientId: client.client_id, clientSecret: client.client_secret }
  const query = `query ($client: OAuthClientInput!, $token: String!) {
    introspectToken(client: $client, token: $token) {
      kind scopes userId userDatabaseId organization { databaseId slug }
    }
  }`
  const { id } = target.admin
  const { id: databaseId, slug } = target.organization
  expect(await run(app, {}, query, { client: credentials, token })).toEqual({
    introspectToken: {
      kind: 'ACCESS',
      scopes: ['POSTS_READ', 'POSTS_WRITE'],
      userId: `usr_${id}`,
      userDatabaseId: id,
      organization: { databaseId, slug },
    },
  })
  const revoke = 'mutation ($input: RevokeTokenInput!) { revokeToken(input: $input) { clientMutationId } }'
  const wrong = { client: { ...credentials, clientSecret: 'wrong' }, token }
  expect((await app.graphql(revoke, { input: wrong })).body).toMatchObject({
    data: { revokeToken: null },
    errors: [{ extensions: { code: 'UNAUTHORIZED', oauthError: 'INVALID_CLIENT' } }],
  })
  await run(app, {}, revoke, { input: { client: credentials, token } })
  expect(await run(app, {}, query, { client: credentials, token })).toEqual({ introspectToken: null })
})
