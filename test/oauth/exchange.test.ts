import { beforeAll, describe, expect, test } from 'vitest'
import {
  aboutToken,
  countOf,
  exchange,
  install,
  letPass,
  newCode,
  opens,
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

const later = (seconds: number) => letPass(app, seconds)

test('exchanges a code for a pair of tokens and an install', async () => {
  const code = await newCode(app, client, target, { scope: 'posts:write posts:read' })
  const { status, body, headers } = await exchange(app, client, code)
  expect(status).toBe(200)
  expect(body).toEqual({
    access_token: expect.stringMatching(/^foot_[0-9A-Za-z]{33,}$/),
    refresh_token: expect.stringMatching(/^foor_[0-9A-Za-z]{33,}$/),
    token_type: 'Bearer',
    expires_in: 86_400,
    scope: 'posts:write posts:read',
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(await opens(app, body.access_token)).toBe(true)
  const { rows } = await app.database.pool.query('select * from oauth_installs where organization_id = $1', [
    target.organization.id,
  ])
  expect(rows).toMatchObject([{ actor: 'app', scopes: ['posts:read', 'posts:write'], revoked_at: null }])
})

test('stores no issued secret in readable form', async () => {
  const code = await newCode(app, client, target)
  const { body } = await exchange(app, client, code)
  const again = await refresh(app, client, body.refresh_token)
  const secrets = [
    code,
    client.client_secret,
    ...[body, again.body].flatMap((pair) => [pair.access_token, pair.refresh_token]),
  ]
  const { rows } = await app.database.pool.query(`select t::text from oauth_tokens t
    union all select t::text from oauth_codes t union all select t::text from oauth_apps t
    union all select t::text from audit_entries t`)
  const dump = JSON.stringify(rows)
  const hex = (secret: string) => Buffer.from(secret).toString('hex')
  expect(secrets.filter((secret) => dump.includes(secret) || dump.includes(hex(secret)))).toEqual([])
})

test('expires a code after exactly 5 minutes', async () => {
  const [first, second] = [await newCode(app, client, target), await newCode(app, client, target)]
  await later(240)
  expect((await exchange(app, client, first)).status).toBe(200)
  await later(60)
  await expectRefused(app, () => exchange(app, client, second), 400, 'invalid_grant')
})

test('expires an access token after 24 hours', async () => {
  const { access_token } = await install(app, client, target)
  await later(86_340)
  expect(await opens(app, access_token)).toBe(true)
  await later(60)
  expect(await opens(app, access_token)).toBe(false)
})

describe('a replay', () => {
  test('a valid replay is rejected and permanently revokes everything the code had issued', async () => {
    const code = await newCode(app, client, target)
    const { body } = await exchange(app, client, code)
    const other = await install(app, client, target)
    const renewed = await refresh(app, client, body.refresh_token)
    const replay = await exchange(app, client, code)
    expect(replay).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    for (const token of [body.access_token, renewed.body.access_token])
      expect(await opens(app, token)).toBe(false)
    for (const token of [body.refresh_token, renewed.body.refresh_token])
      await expectRefused(app, () => refresh(app, client, token), 400, 'invalid_grant')
    expect(await opens(app, other.access_token)).toBe(true)
    const { rows } = await app.database.pool.query(
      "select organization_id from audit_entries where act = 'code.replayed' order by organization_id",
    )
    expect(rows).toEqual([
      { organization_id: owner.organization.id },
      { organization_id: target.organization.id },
    ])
  })

  test('a replay is recognized after the code would have expired', async () => {
    const code = await newCode(app, client, target)
    const { body } = await exchange(app, client, code)
    await later(3600)
    expect((await exchange(app, client, code)).status).toBe(400)
    expect((await aboutToken(app, 'introspect', client, body.access_token)).body).toEqual({ active: false })
  })

  test('an invalid replay changes nothing', async () => {
    const stranger = await registerApp(app, owner, { redirect_uris: [client.redirect_uri] })
    const code = await newCode(app, client, target)
    const { body } = await exchange(app, client, code)
    const { client_id, client_secret } = stranger
    for (const [fields, status, error] of [
      [{ client_secret }, 401, 'invalid_client'],
      [{ client_id, client_secret }, 400, 'invalid_grant'],
      [{ redirect_uri: 'https://app.example/other' }, 400, 'invalid_grant'],
      [{ code_verifier: 'v'.repeat(43) }, 400, 'invalid_grant'],
    ] as const)
      await expectRefused(app, () => exchange(app, client, code, fields), status, error)
    expect(await opens(app, body.access_token)).toBe(true)
    expect((await refresh(app, client, body.refresh_token)).status).toBe(200)
  })
})

describe('rejects a code whose consent no longer holds:', () => {
  const change = (pathRest: string, method: string, who: ClientApp, body?: object) =>
    app.call(method, `/oauth/apps/${who.client_id}${pathRest}`, { headers: owner.admin.session, body })

  test.each<[string, object]>([
    ['scope is no longer declared', { declared_scopes: ['posts:write'] }],
    ['actor is no longer allowed', { allowed_actor_modes: ['self'] }],
    ['redirect URI is no longer registered', { redirect_uris: ['https://app.example/new'] }],
  ])('the %s', async (_name, fields) => {
    const changing = await registerApp(app, owner)
    const code = await newCode(app, changing, target, { scope: 'posts:read' })
    expect((await change('', 'PATCH', changing, fields)).status).toBe(200)
    await expectRefused(app, () => exchange(app, changing, code), 400, 'invalid_grant')
  })

  test('the person is no longer an admin of the organization', async () => {
    const admin = await target.member('admin')
    const code = await newCode(app, client, target, {}, admin.session)
    await app.database.pool.query("update users set role = 'member' where id = $1", [admin.id])
    await expectRefused(app, () => exchange(app, client, code), 400, 'invalid_grant')
  })

  test('the app is suspended, also when it resumes later', async () => {
    const suspended = await registerApp(app, owner)
    const code = await newCode(app, suspended, target)
    await change('/suspend', 'POST', suspended)
    await expectRefused(app, () => exchange(app, suspended, code), 401, 'invalid_client')
    await change('/resume', 'POST', suspended)
    await expectRefused(app, () => exchange(app, suspended, code), 400, 'invalid_grant')
    expect((await install(app, suspended, target)).scope).toBe('posts:read posts:write')
  })

  test('the app is deleted', async () => {
    const deleted = await registerApp(app, owner)
    const code = await newCode(app, deleted, target)
    await change('', 'DELETE', deleted)
    await expectRefused(app, () => exchange(app, deleted, code), 401, 'invalid_client')
    expect(await countOf(app, 'oauth_tokens')).toBeGreaterThan(0)
  })
})
