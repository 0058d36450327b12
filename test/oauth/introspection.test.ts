import { beforeAll, expect, test } from 'vitest'
import { CACHE_TTL_MS } from '../../src/auth/access-token.ts'
import { advanceClock } from '../support/clock.ts'
import {
  aboutToken,
  install,
  letPass,
  refresh,
  registerApp,
  type ClientApp,
} from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const owner = useTenant(app)
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, owner)
})

const INACTIVE = { active: false }
const introspect = async (token: string, who = client) =>
  (await aboutToken(app, 'introspect', who, token)).body

test('describes an active access token', async () => {
  const { access_token } = await install(app, client, target, { scope: 'posts:read' })
  const answer = await aboutToken(app, 'introspect', client, access_token)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { rows } = await app.database.pool.query(
    'select user_id from oauth_installs order by id desc limit 1',
  )
  const times = await app.database.pool.query<{ issued: number; present: number }>(
    `select floor(extract(epoch from created_at))::int as issued, extract(epoch from now())::int as present
     from oauth_tokens order by id desc limit 1`,
  )
  const { issued = 0, present = 0 } = times.rows[0] ?? {}
  expect(present - issued).toBeLessThan(60)
  expect(answer.body).toEqual({
    active: true,
    scope: 'posts:read',
    client_id: client.client_id,
    sub: String(rows[0].user_id),
    iat: issued,
    exp: issued + 86_400,
    token_type: 'Bearer',
    organization: {
      id: target.organization.id,
      name: `Name of ${target.organization.slug}`,
      subdomain: target.organization.slug,
    },
  })
})

test('describes an active refresh token, without an expiry', async () => {
  const { refresh_token } = await install(app, client, target, { actor: 'self' })
  const body = await introspect(refresh_token)
  expect(body).toMatchObject({ active: true, sub: String(target.admin.id), scope: 'posts:read posts:write' })
  expect(body).not.toHaveProperty('exp')
  expect(body).not.toHaveProperty('token_type')
})

test('reports an expired access token as inactive and its refresh token as active', async () => {
  const { access_token, refresh_token } = await install(app, client, target)
  await letPass(app, 86_400)
  expect(await introspect(access_token)).toEqual(INACTIVE)
  expect(await introspect(refresh_token)).toMatchObject({ active: true })
})

test('reports a replaced or revoked pair as inactive', async () => {
  const { access_token, refresh_token } = await install(app, client, target)
  const { body } = await refresh(app, client, refresh_token)
  for (const token of [access_token, refresh_token]) expect(await introspect(token)).toEqual(INACTIVE)
  await aboutToken(app, 'revoke', client, body.access_token)
  for (const token of [body.access_token, body.refresh_token])
    expect(await introspect(token)).toEqual(INACTIVE)
})

test("reports another client's token, a code, a key and nonsense as inactive", async () => {
  const stranger = await registerApp(app, owner)
  const { access_token, refresh_token } = await install(app, client, target)
  for (const token of [access_token, refresh_token])
    expect(await introspect(token, stranger)).toEqual(INACTIVE)
  for (const token of ['foot_unknown', 'fooc_x', String(target.key['API-KEY'])])
    expect(await introspect(token)).toEqual(INACTIVE)
})

test('returns the effective scope, and inactive after the end of the person, the install or the app', async () => {
  const admin = await target.member('admin')
  const tenantOfInstall = { ...target, admin }
  const { access_token, refresh_token } = await install(app, client, tenantOfInstall, { actor: 'self' })
  const setRole = async (role: string | null) => {
    await app.database.pool.query('update users set role = $1 where id = $2', [role, admin.id])
    // The server may use a cached token until then.
    advanceClock(CACHE_TTL_MS + 1)
  }
  await setRole('member')
  expect(await introspect(access_token)).toMatchObject({ scope: 'posts:read' })
  await setRole(null)
  for (const token of [access_token, refresh_token]) expect(await introspect(token)).toEqual(INACTIVE)
  const suspended = await registerApp(app, owner)
  const tokens = await install(app, suspended, target)
  await app.call('POST', `/oauth/apps/${suspended.client_id}/suspend`, { headers: owner.admin.session })
  for (const token of [tokens.access_token, tokens.refresh_token])
    expect(await introspect(token, suspended)).toEqual(INACTIVE)
})

test('rejects a wrong secret, a missing client and a missing token', async () => {
  const { access_token } = await install(app, client, target)
  const call = (fields: object) => () =>
    app.call('POST', '/oauth/introspect', { body: { token: access_token, ...fields } })
  const { client_id, client_secret } = client
  await expectRefused(app, call({ client_id, client_secret: 'wrong' }), 401, 'invalid_client')
  await expectRefused(app, call({}), 401, 'invalid_client')
  await expectRefused(app, call({ client_id, client_secret, token: '' }), 400, 'invalid_request')
})
