import { beforeAll, describe, expect, test } from 'vitest'
import { consent, countOf, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
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

describe('rejects consent and issues no code for', () => {
  test.each<[string, object, number, string]>([
    ['an unknown client', { client_id: 'foapp_unknown' }, 400, 'invalid_client'],
    ['no client', { client_id: undefined }, 400, 'invalid_request'],
    ['two clients', { client_id: ['a', 'b'] }, 400, 'invalid_request'],
    ['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request'],
    [
      'an unregistered redirect URI',
      { redirect_uri: 'https://app.example/callback/' },
      400,
      'invalid_redirect_uri',
    ],
    ['an undeclared scope', { scope: 'posts:read comments:read' }, 400, 'invalid_scope'],
    ['an unknown scope', { scope: 'all' }, 400, 'invalid_scope'],
    ['an empty scope', { scope: '' }, 400, 'invalid_scope'],
    ['an unknown actor', { actor: 'bot' }, 400, 'invalid_request'],
    ['an event not subscribed to', { granted_webhook_events: ['post_completed'] }, 400, 'invalid_request'],
    ['an unknown event', { granted_webhook_events: ['post_created', 'nonsense'] }, 400, 'invalid_request'],
    ['no target', { target_organization_id: undefined }, 400, 'invalid_request'],
    ['a target that is not a number', { target_organization_id: 'acme' }, 400, 'invalid_request'],
    ['a target that does not exist', { target_organization_id: 2_000_000_000 }, 403, 'access_denied'],
    ['a target beyond the range of ids', { target_organization_id: 99_999_999_999 }, 403, 'access_denied'],
  ])('%s', async (_name, fields, status, error) => {
    await expectRefused(app, () => consent(app, client, target, fields), status, error)
  })

  test('an actor that the app does not allow', async () => {
    const only = await registerApp(app, owner, { allowed_actor_modes: ['app'] })
    await expectRefused(app, () => consent(app, only, target, { actor: 'self' }), 400, 'invalid_request')
  })

  test('a person who is not an admin of the target', async () => {
    const people = [
      ...(await Promise.all((['member', 'csm', 'collaborator'] as const).map((role) => target.member(role)))),
      owner.admin,
    ]
    for (const { session } of people)
      await expectRefused(app, () => consent(app, client, target, {}, session), 403, 'access_denied')
  })

  test("an SSO token of another organization with the admin's e-mail", async () => {
    const forged = await owner.sso({ email: target.admin.email })
    await app.call('GET', '/oauth/authorize', { headers: forged })
    await expectRefused(app, () => consent(app, client, target, {}, forged), 403, 'access_denied')
    const disguised = { ...forged, 'X-Organization': target.organization.slug }
    await expectRefused(app, () => consent(app, client, target, {}, disguised), 401, 'invalid_token')
  })

  test('an admin whom the team has blocked or demoted', async () => {
    const admin = await target.member('admin')
    const set = (values: string) =>
      app.database.pool.query(`update users set ${values} where id = $1`, [admin.id])
    await set('blocked = true')
    await expectRefused(app, () => consent(app, client, target, {}, admin.session), 403, 'access_denied')
    await set("blocked = false, role = 'member'")
    await expectRefused(app, () => consent(app, client, target, {}, admin.session), 403, 'access_denied')
  })

  test('a suspended app', async () => {
    const suspended = await registerApp(app, owner)
    await app.call('POST', `/oauth/apps/${suspended.client_id}/suspend`, { headers: owner.admin.session })
    await expectRefused(app, () => consent(app, suspended, target), 403, 'access_denied')
    await app.call('POST', `/oauth/apps/${suspended.client_id}/resume`, { headers: owner.admin.session })
    expect((await consent(app, suspended, target)).status).toBe(200)
  })

  test('a form, which another site could submit', async () => {
    const { Authorization = '' } = target.admin.session
    const headers = { Authorization, 'Content-Type': 'application/x-www-form-urlencoded' }
    const before = await countOf(app, 'oauth_codes')
    const { status } = await app.call('POST', '/oauth/authorize/consent', { headers, body: 'client_id=x' })
    expect(status).toBe(415)
    expect(await countOf(app, 'oauth_codes')).toBe(before)
  })
})
