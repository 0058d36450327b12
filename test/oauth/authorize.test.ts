import { beforeAll, describe, expect, test } from 'vitest'
import { authorize, install, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { trustSso } from '../support/clients/sessions.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, owner, {
    declared_scopes: ['posts:read', 'posts:write', 'webhooks:manage'],
    webhook_url: 'https://app.example/webhook',
    subscribed_webhook_events: ['post_created', 'post_updated'],
  })
})

const ask = (parameters?: Record<string, string>, headers: Headers = target.admin.session) =>
  authorize(app, headers, client, parameters)

test('treats parameters without a value as omitted', async () => {
  const { status, body } = await ask({ scope: '', actor: '', state: '' })
  expect(status).toBe(200)
  expect(body).toEqual((await ask()).body)
})

test('shows an admin the requesting app, its scopes, and the organizations that can install it', async () => {
  const { status, body, headers } = await ask({ state: 'abc' })
  expect(status).toBe(200)
  expect(body).toEqual({
    app: {
      client_id: client.client_id,
      name: 'Bridge',
      owner_organization: {
        id: owner.organization.id,
        name: `Name of ${owner.organization.slug}`,
        subdomain: owner.organization.slug,
      },
      webhook_url: 'https://app.example/webhook',
      subscribed_webhook_events: ['post_created', 'post_updated'],
    },
    redirect_uri: client.redirect_uri,
    actor: 'app',
    allowed_actor_modes: ['app', 'self'],
    requested_scopes: [
      { name: 'posts:read', description: "Read posts, buckets and the organization's public information" },
      { name: 'posts:write', description: 'Create, change, merge and delete posts' },
      { name: 'webhooks:manage', description: "Receive events and manage the install's own webhook" },
    ],
    organizations: [
      {
        id: target.organization.id,
        name: `Name of ${target.organization.slug}`,
        subdomain: target.organization.slug,
        installed: false,
      },
    ],
    state: 'abc',
  })
  expect(headers.get('cache-control')).toBe('no-store')
})

test('accepts a request for fewer scopes, for another actor, and without a state', async () => {
  const { body } = await ask({ scope: 'posts:read', actor: 'self', response_type: 'code' })
  expect(body).toMatchObject({ actor: 'self', state: null })
  expect(body.requested_scopes.map(({ name }: { name: string }) => name)).toEqual(['posts:read'])
})

test('defaults to the only actor mode of an app with one mode', async () => {
  const only = await registerApp(app, owner, { allowed_actor_modes: ['self'] })
  const { body } = await authorize(app, target.admin.session, only)
  expect(body).toMatchObject({ actor: 'self', allowed_actor_modes: ['self'] })
})

test('shows a session every organization where its account is an admin, without naming one', async () => {
  const other = await createTenant(app)
  await other.member('admin', target.admin.email)
  const third = await createTenant(app)
  await third.member('member', target.admin.email)
  const { Authorization = '' } = target.admin.session
  const { body } = await ask({}, { Authorization })
  const slugs = body.organizations.map(({ subdomain }: { subdomain: string }) => subdomain)
  expect(slugs.sort()).toEqual([target.organization.slug, other.organization.slug].sort())
})

test('shows an SSO token the organization that signed it, and no other', async () => {
  const other = await createTenant(app)
  const headers = await other.sso({ email: target.admin.email })
  expect((await ask({}, headers)).body.organizations).toEqual([])
  const own = await target.sso({ email: target.admin.email })
  expect((await ask({}, own)).body.organizations).toEqual([])
  await trustSso(app, target)
  expect((await ask({}, own)).body.organizations).toHaveLength(1)
})

test('shows no organization to a person who is not an admin', async () => {
  const member = await target.member('csm')
  expect((await ask({}, member.session)).body.organizations).toEqual([])
})

test('shows where the app is already installed', async () => {
  const tenantOfInstall = await createTenant(app)
  await install(app, client, tenantOfInstall)
  const { body } = await ask({}, tenantOfInstall.admin.session)
  expect(body.organizations).toMatchObject([{ id: tenantOfInstall.organization.id, installed: true }])
})

describe('rejects without a redirect', () => {
  const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  test.each<[string, Record<string, string>, string]>([
    ['an unknown client', { client_id: 'foapp_unknown' }, 'invalid_client'],
    ['no client', { client_id: '' }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: '' }, 'invalid_request'],
    [
      'a redirect URI that is not registered',
      { redirect_uri: 'https://evil.example/' },
      'invalid_redirect_uri',
    ],
    ['an undeclared scope', { scope: 'posts:read comments:read' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'everything' }, 'invalid_scope'],
    ['a scope in another case', { scope: 'Posts:read' }, 'invalid_scope'],
    ['scopes with another separator', { scope: 'posts:read,posts:write' }, 'invalid_scope'],
    ['a blank scope', { scope: '  ' }, 'invalid_scope'],
    ['an unknown actor', { actor: 'root' }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'invalid_request'],
    ['a plain challenge', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without a method', { code_challenge: CHALLENGE }, 'invalid_request'],
    ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
    ['a state that is not valid text', { state: '\0' }, 'invalid_request'],
  ])('%s', async (_name, parameters, error) => {
    await expectRefused(app, () => ask(parameters), 400, error)
  })

  test('an actor that the app does not allow', async () => {
    const only = await registerApp(app, owner, { allowed_actor_modes: ['self'] })
    const call = () => authorize(app, target.admin.session, only, { actor: 'app' })
    await expectRefused(app, call, 400, 'invalid_request')
  })

  test.each(['client_id', 'redirect_uri', 'scope', 'actor', 'state', 'code_challenge', 'unknown'])(
    'a repeated %s',
    async (name) => {
      const { client_id, redirect_uri } = client
      const query = `${new URLSearchParams({ client_id, redirect_uri }).toString()}&${name}=a&${name}=a`
      const call = () => app.call('GET', `/oauth/authorize?${query}`, { headers: target.admin.session })
      await expectRefused(app, call, 400, 'invalid_request')
    },
  )

  test('a suspended app', async () => {
    const suspended = await registerApp(app, owner)
    await app.call('POST', `/oauth/apps/${suspended.client_id}/suspend`, { headers: owner.admin.session })
    const call = () => authorize(app, target.admin.session, suspended)
    await expectRefused(app, call, 403, 'access_denied')
  })

  test('missing credentials, an API key alone, and a bad token', async () => {
    for (const headers of [{}, target.key, { Authorization: 'Bearer nonsense' }]) {
      const { headers: responseHeaders } = await expectRefused(
        app,
        () => ask({}, headers),
        401,
        'invalid_token',
      )
      expect(responseHeaders.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
  })

  test('an access token', async () => {
    const { access_token } = await install(app, client, target)
    const call = () => ask({}, { Authorization: `Bearer ${access_token}` })
    await expectRefused(app, call, 403, 'access_denied')
  })
})
