import { beforeAll, expect, test } from 'vitest'
import { aboutToken, install, opens, refresh, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { fingerprint } from '../support/contract/fingerprint.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const beside = useApp({ beside: app })
const owner = useTenant(app)
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, owner)
})

const revoke = (token: string, who = client) => aboutToken(app, 'revoke', who, token)
const isRefreshed = async (token: string) => (await refresh(app, client, token)).status === 200

test.each(['access_token', 'refresh_token'] as const)('revoking the %s revokes the pair', async (which) => {
  const tokens = await install(app, client, target)
  expect(await opens(app, tokens.access_token)).toBe(true)
  const { status, body, headers } = await revoke(tokens[which])
  expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'Token revoked' } })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await opens(app, tokens.access_token)).toBe(false)
  expect(await isRefreshed(tokens.refresh_token)).toBe(false)
})

test('another server applies a revocation when its cache expires', async () => {
  const { access_token } = await install(app, client, target)
  expect(await opens(beside, access_token)).toBe(true)
  await revoke(access_token)
  await expect.poll(() => opens(beside, access_token)).toBe(false)
})

test('revoking a replaced refresh token revokes its replacement', async () => {
  const { refresh_token } = await install(app, client, target)
  const { body } = await refresh(app, client, refresh_token)
  await revoke(refresh_token)
  expect(await opens(app, body.access_token)).toBe(false)
  expect(await isRefreshed(body.refresh_token)).toBe(false)
  expect(await isRefreshed(refresh_token)).toBe(false)
})

test('revoking a replaced access token keeps its successor', async () => {
  const { access_token, refresh_token } = await install(app, client, target)
  const { body } = await refresh(app, client, refresh_token)
  expect((await revoke(access_token)).status).toBe(200)
  expect(await opens(app, body.access_token)).toBe(true)
})

test('keeps other chains of the same install', async () => {
  const [one, other] = [await install(app, client, target), await install(app, client, target)]
  await revoke(one.refresh_token)
  expect(await opens(app, other.access_token)).toBe(true)
  expect(await isRefreshed(other.refresh_token)).toBe(true)
})

test('responds to an unknown token with success and writes nothing', async () => {
  const { access_token } = await install(app, client, target)
  await revoke(access_token)
  const before = await fingerprint(app.database.kysely)
  for (const token of ['foot_unknown', 'foor_unknown', 'x', access_token])
    expect(await revoke(token)).toMatchObject({ status: 200, body: { success: true } })
  expect(await fingerprint(app.database.kysely)).toBe(before)
})

test("keeps another client's token, and does not reveal its existence", async () => {
  const stranger = await registerApp(app, owner)
  const { access_token, refresh_token } = await install(app, client, target)
  const before = await fingerprint(app.database.kysely)
  for (const token of [access_token, refresh_token])
    expect(await revoke(token, stranger)).toMatchObject({ status: 200, body: { message: 'Token revoked' } })
  expect(await fingerprint(app.database.kysely)).toBe(before)
  expect(await opens(app, access_token)).toBe(true)
})

test('accepts a form and HTTP Basic, with a hint', async () => {
  const { access_token } = await install(app, client, target)
  const pair = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${pair}` }
  const body = `token=${access_token}&token_type_hint=refresh_token`
  expect((await app.call('POST', '/oauth/revoke', { headers, body })).status).toBe(200)
  expect(await opens(app, access_token)).toBe(false)
})

test('rejects a wrong secret and a missing token', async () => {
  const { access_token } = await install(app, client, target)
  const wrong = { ...client, client_secret: 'wrong' }
  await expectRefused(app, () => revoke(access_token, wrong), 401, 'invalid_client')
  await expectRefused(app, () => revoke(''), 400, 'invalid_request')
  expect(await opens(app, access_token)).toBe(true)
})

test('both organizations read one audit entry of the revocation', async () => {
  const tenantOfInstall = await createTenant(app)
  const { access_token } = await install(app, client, tenantOfInstall)
  await revoke(access_token)
  await revoke(access_token)
  const { rows } = await app.database.pool.query(
    "select organization_id, details from audit_entries where act = 'token.revoked' order by id desc limit 2",
  )
  expect(rows).toEqual([
    {
      organization_id: owner.organization.id,
      details: { targetOrganizationId: tenantOfInstall.organization.id },
    },
    { organization_id: tenantOfInstall.organization.id, details: {} },
  ])
})
