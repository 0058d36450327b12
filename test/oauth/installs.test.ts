import { beforeEach, describe, expect, test } from 'vitest'
import {
  bearer,
  exchange,
  install,
  newCode,
  opens,
  registerApp,
  type ClientApp,
} from '../support/clients/oauth.ts'
import { fingerprint } from '../support/contract/fingerprint.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const INSTALLS = '/oauth/installs'
const SCOPES = ['posts:read', 'posts:write', 'webhooks:manage']
const EVENTS = ['post_created', 'post_updated', 'changelog_published']

const app = useApp()
let owner: Tenant
let target: Tenant
let client: ClientApp

beforeEach(async () => {
  owner = await createTenant(app)
  target = await createTenant(app)
  client = await registerApp(app, owner, {
    declared_scopes: SCOPES,
    webhook_url: 'https://app.example/hooks',
    subscribed_webhook_events: EVENTS,
  })
})

const as = (headers: Headers) => ({
  list: async () => (await app.call('GET', INSTALLS, { headers })).body.installs,
  narrow: (id: number, body: object) => app.call('PATCH', `${INSTALLS}/${id}`, { headers, body }),
  revoke: (id: number) => app.call('DELETE', `${INSTALLS}/${id}`, { headers }),
})
const admin = () => as(target.admin.session)
const only = async () => {
  const installs = await admin().list()
  expect(installs).toHaveLength(1)
  return installs[0]
}
const seenByOwner = async () =>
  (await app.call('GET', `/oauth/apps/${client.client_id}/installs`, { headers: owner.admin.session })).body
    .installs

test('an exchange creates an install that its organization and the app’s owner can read', async () => {
  const { access_token } = await install(app, client, target, { actor: 'app' })
  expect(await only()).toMatchObject({
    app: {
      client_id: client.client_id,
      name: 'Bridge',
      owner_organization: { subdomain: owner.organization.slug },
    },
    actor: 'app',
    user: { name: 'Bridge' },
    installed_by: { id: target.admin.id },
    scopes: SCOPES,
    webhook_events: EVENTS,
    webhook: { url: 'https://app.example/hooks', events: EVENTS },
  })
  const [seen] = await seenByOwner()
  expect(seen).toMatchObject({ organization: { id: target.organization.id }, actor: 'app', scopes: SCOPES })
  // The owner sees where the app is installed, but none of the people there.
  expect(JSON.stringify(seen)).not.toMatch(/user|installed_by|email/)
  expect(await opens(app, access_token)).toBe(true)
})

test('a new consent updates the install, and one for another actor or person creates another install', async () => {
  await install(app, client, target, { actor: 'app' })
  const before = await only()
  await install(app, client, target, { actor: 'app', scope: 'posts:read' })
  expect(await only()).toMatchObject({
    id: before.id,
    user: before.user,
    scopes: ['posts:read'],
    webhook: null,
  })
  await install(app, client, target, { actor: 'self' })
  const other = await target.member('admin')
  const code = await newCode(app, client, target, { actor: 'self' }, other.session)
  await exchange(app, client, code)
  const installs = await admin().list()
  expect(installs.map((one: { user: { id: number } }) => one.user.id)).toEqual([
    other.id,
    target.admin.id,
    before.user.id,
  ])
})

test('concurrent exchanges create one install, one bot and one webhook', async () => {
  const scopes = ['posts:read', 'posts:read posts:write', 'posts:read webhooks:manage']
  const codes = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      newCode(app, client, target, { actor: 'app', scope: scopes[index % 3] }),
    ),
  )
  const answers = await Promise.all(codes.map((code) => exchange(app, client, code)))
  expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 200))
  await only()
  const count = async (table: string, condition: string) => {
    const query = `select from ${table} where organization_id = $1 and ${condition}`
    return (await app.database.pool.query(query, [target.organization.id])).rowCount
  }
  expect(await count('users', 'bot')).toBe(1)
  expect(await count('oauth_installs', 'true')).toBe(1)
  expect(await count('webhooks', 'true')).toBeLessThan(2)
})

describe('a revoked install', () => {
  test('is removed for both organizations, with its webhook, its tokens and pending codes', async () => {
    const { access_token } = await install(app, client, target)
    const waiting = await newCode(app, client, target)
    const { id } = await only()
    expect((await admin().revoke(id)).body).toEqual({ success: true, message: 'Install revoked' })
    expect([await admin().list(), await seenByOwner()]).toEqual([[], []])
    expect(await opens(app, access_token)).toBe(false)
    expect(await exchange(app, client, waiting)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    const { rowCount } = await app.database.pool.query('select from webhooks where install_id = $1', [id])
    expect(rowCount).toBe(0)
  })

  test('behaves like an unknown install, and allows a new consent', async () => {
    await install(app, client, target)
    const { id } = await only()
    await admin().revoke(id)
    for (const answer of [await admin().revoke(id), await admin().narrow(id, { scopes: [] })])
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } })
    const { access_token } = await install(app, client, target)
    expect((await only()).id).not.toBe(id)
    expect(await opens(app, access_token)).toBe(true)
  })
})

test.each([
  ['no credential', async () => ({}), 401],
  ['an API key', async () => target.key, 401],
  ['a member', async () => (await target.member('member')).session, 403],
  [
    'the app’s owner',
    async () => ({ ...owner.admin.session, 'X-Organization': target.organization.slug }),
    403,
  ],
  [
    'an SSO token with the admin’s e-mail, of the app’s owner',
    () => owner.sso({ email: target.admin.email }),
    403,
  ],
])('%s cannot list, narrow or revoke installs', async (_who, credentials, status) => {
  await install(app, client, target)
  const { id } = await only()
  const headers: Headers = await credentials()
  const before = await fingerprint(app.database.kysely)
  for (const [method, path] of [
    ['GET', INSTALLS],
    ['PATCH', `${INSTALLS}/${id}`],
    ['DELETE', `${INSTALLS}/${id}`],
  ] as const)
    expect(
      (await app.call(method, path, { headers, body: method === 'PATCH' ? {} : undefined })).status,
    ).toBe(status)
  // The SSO token created its person in its own organization. Nothing else changed.
  if (!headers.Authorization?.startsWith('ey')) expect(await fingerprint(app.database.kysely)).toBe(before)
  await only()
})

test('the app’s own token cannot manage its install', async () => {
  const { access_token } = await install(app, client, target)
  const { id } = await only()
  const answer = await as(bearer(access_token)).revoke(id)
  expect(answer).toMatchObject({ status: 403, body: { error: 'access_denied' } })
})
