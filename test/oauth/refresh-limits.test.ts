import { beforeAll, describe, expect, test } from 'vitest'
import { install, refresh, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, owner)
})

const expectInvalidGrant = (token: string, error = 'invalid_grant', fields: object = {}) =>
  expectRefused(app, () => refresh(app, client, token, fields), 400, error)

describe('scopes', () => {
  test('can be fewer for the new access token, and are complete again at the next refresh', async () => {
    const { refresh_token } = await install(app, client, target)
    const narrow = (await refresh(app, client, refresh_token, { scope: 'posts:read' })).body
    expect(narrow.scope).toBe('posts:read')
    const headers = { Authorization: `Bearer ${narrow.access_token}` }
    const write = await app.call('POST', '/api/v3/feature_requests', { headers, body: { title: 'x' } })
    expect(write.body).toEqual({
      message: 'Missing required OAuth scope: posts:write',
      status: 403,
      success: false,
    })
    expect((await refresh(app, client, narrow.refresh_token)).body.scope).toBe('posts:read posts:write')
  })

  test('never exceed the granted ones', async () => {
    const { refresh_token } = await install(app, client, target, { scope: 'posts:read' })
    for (const scope of ['posts:read posts:write', 'comments:read', 'nonsense', '', ' '])
      await expectInvalidGrant(refresh_token, 'invalid_scope', { scope })
    expect((await refresh(app, client, refresh_token)).body.scope).toBe('posts:read')
  })

  test('are limited to those that the app still declares', async () => {
    const changing = await registerApp(app, owner)
    const { refresh_token } = await install(app, changing, target)
    const headers = owner.admin.session
    const body = { declared_scopes: ['posts:read'] }
    await app.call('PATCH', `/oauth/apps/${changing.client_id}`, { headers, body })
    const wide = () => refresh(app, changing, refresh_token, { scope: 'posts:write' })
    await expectRefused(app, wide, 400, 'invalid_scope')
    expect((await refresh(app, changing, refresh_token)).body.scope).toBe('posts:read')
  })
})

describe('rejects without a write', () => {
  test('an unknown token, an access token, a code and a missing token', async () => {
    const { access_token } = await install(app, client, target)
    for (const token of ['foor_unknown', access_token, 'x']) await expectInvalidGrant(token)
    for (const token of ['', undefined])
      await expectInvalidGrant('', 'invalid_request', { refresh_token: token })
  })

  test('a token whose install was removed', async () => {
    const tenantOfInstall = await createTenant(app)
    const { refresh_token } = await install(app, client, tenantOfInstall)
    const { rows } = await app.database.pool.query(
      'select id from oauth_installs where organization_id = $1',
      [tenantOfInstall.organization.id],
    )
    await app.call('DELETE', `/oauth/installs/${rows[0].id}`, { headers: tenantOfInstall.admin.session })
    await expectInvalidGrant(refresh_token)
  })

  test('a token whose person has left the team', async () => {
    const admin = await target.member('admin')
    const { refresh_token } = await install(app, client, { ...target, admin }, { actor: 'self' })
    await app.database.pool.query('update users set role = null where id = $1', [admin.id])
    await expectInvalidGrant(refresh_token)
  })

  test('a token of a suspended app, also once the app has resumed', async () => {
    const suspended = await registerApp(app, owner)
    const { refresh_token } = await install(app, suspended, target)
    const act = (what: string) =>
      app.call('POST', `/oauth/apps/${suspended.client_id}/${what}`, { headers: owner.admin.session })
    await act('suspend')
    await expectRefused(app, () => refresh(app, suspended, refresh_token), 401, 'invalid_client')
    await act('resume')
    await expectRefused(app, () => refresh(app, suspended, refresh_token), 400, 'invalid_grant')
  })
})
