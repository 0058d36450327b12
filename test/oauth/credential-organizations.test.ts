import { beforeAll, expect, test } from 'vitest'
import { newCredential, newSecret, organizationOf, sha256 } from '../../src/lib/crypto/secret.ts'
import type { AppRow } from '../../src/modules/oauth/apps/find-app.ts'
import { putApp, putInstall } from '../support/fixtures/grants.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app, 'named')
const other = useTenant(app, 'foreign')
let record: AppRow
let install: Awaited<ReturnType<typeof putInstall>>

beforeAll(async () => {
  record = await putApp(app, other)
  install = await putInstall(app, record, tenant)
})

const posts = (credential: string) =>
  app.call('GET', '/api/v3/feature_requests', {
    headers: credential.startsWith('hn_')
      ? { 'API-KEY': credential }
      : { Authorization: `Bearer ${credential}` },
  })

async function putKey(key: string): Promise<void> {
  const { organization, admin } = tenant
  await app.services.db
    .insertInto('apiKeys')
    .values({
      organizationId: organization.id,
      creatorId: admin.id,
      keyHash: sha256(key),
      lastFour: key.slice(-4),
    })
    .execute()
}

async function putTokens(access: string, refresh: string): Promise<void> {
  await app.database.pool.query(
    `insert into oauth_tokens (organization_id, install_id, code_id, scopes, grant_scopes, access_hash, refresh_hash, access_expires_at)
     values ($1, $2, 1, array['posts:read'], array['posts:read'], $3, $4, now() + interval '1 hour')`,
    [tenant.organization.id, install.id, sha256(access), sha256(refresh)],
  )
}

/** Returns the statements that identify the credential of a request. */
async function identificationsOf(request: () => Promise<unknown>): Promise<string[]> {
  app.identifications.length = 0
  await request()
  return [...app.identifications]
}

test('an API key and an access token are read in the organization that they name', async () => {
  const key = newCredential('hn_', tenant.organization.id)
  const access = newCredential('foot_', tenant.organization.id)
  await putKey(key)
  await putTokens(access, newCredential('foor_', tenant.organization.id))
  for (const [credential, column] of [
    [key, /"api_keys"."organization_id" = \$\d/],
    [access, /token.organization_id = \$\d/],
  ] as const) {
    const [statement] = await identificationsOf(async () =>
      expect((await posts(credential)).status).toBe(200),
    )
    expect(statement).toMatch(column)
  }
})

test('a credential does not work in another organization than that of its hash, or without one', async () => {
  const wrong = newCredential('hn_', other.organization.id)
  await putKey(wrong)
  const unnamed = newSecret('hn_')
  await putKey(unnamed)
  const wrongToken = newCredential('foot_', other.organization.id)
  await putTokens(wrongToken, newCredential('foor_', tenant.organization.id))
  for (const credential of [
    wrong,
    wrongToken,
    newCredential('hn_', 2 ** 40),
    newCredential('foot_', 2 ** 31),
    unnamed,
  ])
    expect((await posts(credential)).status).toBe(401)
})

test('a refresh token is exchanged for a pair that names its organization', async () => {
  const clientSecret = newSecret('fosec_')
  await app.services.db
    .updateTable('oauthApps')
    .set({ secretHash: sha256(clientSecret) })
    .where('id', '=', record.id)
    .execute()
  let refreshToken = newCredential('foor_', tenant.organization.id)
  await putTokens(newCredential('foot_', tenant.organization.id), refreshToken)
  for (let round = 0; round < 2; round++) {
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: record.clientId,
      client_secret: clientSecret,
    })
    const { status, body } = await app.call('POST', '/oauth/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    expect(status).toBe(200)
    expect(organizationOf(body.access_token, 'foot_')).toBe(tenant.organization.id)
    expect(organizationOf(body.refresh_token, 'foor_')).toBe(tenant.organization.id)
    expect((await posts(body.access_token)).status).toBe(200)
    refreshToken = body.refresh_token
  }
})
