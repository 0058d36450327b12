import { beforeAll, expect, test } from 'vitest'
import { consent, newCode, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { trustSso } from '../support/clients/sessions.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
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

const lastCode = async () => {
  const { rows } = await app.database.pool.query('select * from oauth_codes order by id desc limit 1')
  return rows[0]
}

test('redirects with a code, the state and the issuer, and stores only a hash of the code', async () => {
  const { status, body, headers } = await consent(app, client, target, { state: 'abc' })
  expect(status).toBe(200)
  const there = new URL(body.redirect_to as string)
  expect(there.origin + there.pathname).toBe(client.redirect_uri)
  expect([...there.searchParams.keys()]).toEqual(['code', 'state', 'iss'])
  expect(there.searchParams.get('iss')).toBe(app.url)
  const code = there.searchParams.get('code') ?? ''
  expect(code).toMatch(/^fooc_[0-9A-Za-z]{33,}$/)
  const row = await lastCode()
  expect(JSON.stringify(row)).not.toContain(code)
  expect(row.expires_at - row.created_at).toBe(300_000)
  expect(headers.get('cache-control')).toBe('no-store')
})

test('returns no state when none was sent', async () => {
  const { body } = await consent(app, client, target)
  expect([...new URL(body.redirect_to as string).searchParams.keys()]).toEqual(['code', 'iss'])
})

test.each([
  '',
  ' a  b ',
  'a+b%20c&d=e#f?',
  '"<script>\'\\',
  'ünïcödé ☃ 𝕏 \u200f',
  'line\r\nbreak\ttab',
  'x'.repeat(4000),
])('returns the state unchanged: %j', async (state) => {
  const { body } = await consent(app, client, target, { state })
  expect(new URL(body.redirect_to as string).searchParams.get('state')).toBe(state)
})

test('keeps the parameters of the redirect URI', async () => {
  for (const uri of ['https://app.example/cb?tenant=a%20b&x', 'https://app.example/cb?x=1&']) {
    const other = await registerApp(app, owner, { redirect_uris: [uri] })
    const { body } = await consent(app, other, target, { state: 's' })
    expect(body.redirect_to).toMatch(/[?&]code=fooc_\w+&state=s&iss=http%3A/)
    expect(body.redirect_to.startsWith(uri)).toBe(true)
    expect(body.redirect_to.split('?')).toHaveLength(2)
  }
})

test("defaults to all declared scopes, the app's first actor mode and all of its events", async () => {
  await newCode(app, client, target)
  expect(await lastCode()).toMatchObject({
    organization_id: target.organization.id,
    user_id: target.admin.id,
    actor: 'app',
    scopes: ['posts:read', 'posts:write', 'webhooks:manage'],
    webhook_events: ['post_created', 'post_updated'],
    code_challenge: null,
  })
})

test('stores the chosen scopes, actor and events', async () => {
  const chosen = { scope: 'posts:read posts:read', actor: 'self', granted_webhook_events: ['post_updated'] }
  await newCode(app, client, target, chosen)
  expect(await lastCode()).toMatchObject({
    actor: 'self',
    scopes: ['posts:read'],
    webhook_events: ['post_updated'],
  })
  await newCode(app, client, target, { granted_webhook_events: [] })
  expect(await lastCode()).toMatchObject({ webhook_events: [] })
})

test('accepts a session for every organization where its account is an admin, whichever it names', async () => {
  const other = await createTenant(app)
  await other.member('admin', target.admin.email)
  const { Authorization = '' } = target.admin.session
  for (const headers of [target.admin.session, { Authorization }, { ...target.key, Authorization }]) {
    await newCode(app, client, other, {}, headers)
    expect(await lastCode()).toMatchObject({ organization_id: other.organization.id })
  }
})

test("accepts an admin's SSO token for the organization that signed it", async () => {
  await trustSso(app, target)
  await newCode(app, client, target, {}, await target.sso({ email: target.admin.email }))
  expect(await lastCode()).toMatchObject({ user_id: target.admin.id })
})

test('GraphQL consents equally, and both organizations read it in their audit trail', async () => {
  const input = {
    clientId: client.client_id,
    redirectUri: client.redirect_uri,
    targetOrganizationId: `org_${target.organization.id}`,
    state: 's',
  }
  const mutation = 'mutation ($input: GrantConsentInput!) { grantConsent(input: $input) { redirectTo } }'
  const { grantConsent } = await run(app, target.admin.session, mutation, { input })
  expect(new URL(grantConsent.redirectTo as string).searchParams.get('state')).toBe('s')
  const denied = await refusal(app, owner.admin.session, mutation, { input })
  expect(denied).toMatchObject({ code: 'FORBIDDEN', status: 403 })
  const { rows } = await app.database.pool.query(
    "select organization_id, actor_id from audit_entries where act = 'consent.granted' order by id desc limit 2",
  )
  expect(rows).toEqual([
    { organization_id: owner.organization.id, actor_id: null },
    { organization_id: target.organization.id, actor_id: target.admin.id },
  ])
})
