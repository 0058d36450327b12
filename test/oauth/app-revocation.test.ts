import { afterEach, beforeEach, expect, test } from 'vitest'
import { newSecret, sha256 } from '../../src/lib/crypto/secret.ts'
import type { AppRow } from '../../src/modules/oauth/apps/find-app.ts'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { putApp, putInstall, putToken } from '../support/fixtures/grants.ts'
import { run } from '../support/clients/operations.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const MANY = 1_000
/** The most installs that one transaction ends. */
const BATCH = 200

const app = useApp()
let owner: Tenant
let target: Tenant
let client: AppRow
/** Tokens of the first and of the last install. */
let tokens: Headers[]
let cluster: Cluster | undefined

beforeEach(async () => {
  owner = await createTenant(app)
  target = await createTenant(app)
  client = await putApp(app, owner)
  const first = await putInstall(app, client, target)
  await putMany()
  const { rows } = await query<{ id: number }>(`select max(id)::int as id from oauth_installs`)
  const last = { organizationId: target.organization.id, id: rows[0]?.id ?? 0 }
  tokens = [await putToken(app, first), await putToken(app, last)]
  for (const token of tokens) expect(await statusOf(token)).toBe(200)
})
afterEach(async () => {
  await cluster?.stop()
  cluster = undefined
  await query('drop trigger if exists slow_down on oauth_installs')
})

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  app.database.pool.query<Row>(text, values)

/** Installs of as many people, each with a webhook, a token and a delivery that waits. */
async function putMany(): Promise<void> {
  const { id } = target.organization
  await query(
    `with people as (
        insert into users (organization_id, name, role, labels, updated_at)
        select $1, 'Person ' || n, 'admin', '{}', now() from generate_series(2, $2::int) n returning id),
      installs as (
        insert into oauth_installs (organization_id, app_organization_id, app_id, actor, user_id, installed_by_id, scopes, webhook_events, updated_at)
        select $1, $3, $4, 'self', id, id, $5, '{post_created}', now() from people returning id),
      tokens as (
        insert into oauth_tokens (organization_id, install_id, code_id, scopes, grant_scopes, access_hash, refresh_hash, access_expires_at)
        select $1, id, id, $5, $5, sha256(('a' || $3 || id)::bytea), sha256(('r' || $3 || id)::bytea), now() + interval '1 hour' from installs),
      hooks as (
        insert into webhooks (organization_id, install_id, url, events, updated_at)
        select $1, id, 'https://receiver.example/', '{post_created}', now() from installs returning id)
      insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, due_at, created_at)
      select $1, id, 1, id, 'post_created', 'infinity', now() from hooks`,
    [id, MANY, owner.organization.id, client.id, client.declaredScopes],
  )
}

const statusOf = async (headers: Headers) =>
  (await app.call('GET', '/api/v3/feature_requests', { headers })).status
const mutate = (name: string) =>
  run(
    app,
    owner.admin.session,
    `mutation { ${name}(input: { app: { clientId: "${client.clientId}" } }) { errors { code } } }`,
  )
const install = () => putInstall(app, client, target)

/** How many installs of the app are there that have not been removed. */
async function left(): Promise<number> {
  const { rows } = await query<{ count: number }>(
    'select count(*)::int as count from oauth_installs where (app_organization_id, app_id) = ($1, $2) and revoked_at is null',
    [owner.organization.id, client.id],
  )
  return rows[0]?.count ?? 0
}

/** Each removal is in the audit trail of its organization once, and nothing of the installs works or waits. */
async function expectEnded(act: string): Promise<void> {
  const audited = await query<{ id: number }>(
    `select subject_id as id from audit_entries
     where organization_id = $1 and act = 'install.revoked' and client_id = $2`,
    [target.organization.id, client.clientId],
  )
  expect(audited.rows).toHaveLength(MANY)
  expect(new Set(audited.rows.map(({ id }) => id)).size).toBe(MANY)
  const { rows } = await query('select details from audit_entries where act = $1 and client_id = $2', [
    act,
    client.clientId,
  ])
  expect(rows).toEqual([{ details: expect.objectContaining({ installs: MANY }) as object }])
  for (const text of [
    'select from webhooks where organization_id = $1 and install_id is not null',
    'select from oauth_tokens where organization_id = $1 and revoked_at is null',
    `select from deliveries where organization_id = $1 and state <> 'canceled'`,
  ])
    expect((await query(text, [target.organization.id])).rowCount).toBe(0)
}

test('suspending an app with many installs ends all of them at once and removes them in batches, even if workers are replaced', async () => {
  await query(`create or replace function slow_down() returns trigger language plpgsql as $$ begin
      perform pg_sleep(0.002); return new; end $$;
    create trigger slow_down before update on oauth_installs for each row execute function slow_down()`)
  await mutate('suspendOAuthApp')
  expect(await left()).toBe(MANY - BATCH)
  for (const token of tokens) expect(await statusOf(token)).toBe(401)
  const installs = '{ installs(first: 5) { nodes { id } } }'
  expect((await run(app, target.admin.session, installs)).installs.nodes).toEqual([])
  cluster = await startCluster(app, ['worker', 'worker'])
  await expect.poll(left, { interval: 5 }).toBeLessThan(MANY - BATCH)
  for (const member of [...cluster.members]) await cluster.replace(member)
  await expect.poll(left).toBe(0)
  await expectEnded('app.suspended')
})

test('an app that is resumed while its installs are being removed gets none of them back', async () => {
  await mutate('suspendOAuthApp')
  expect(await left()).toBeGreaterThan(0)
  await mutate('resumeOAuthApp')
  expect(await left()).toBe(0)
  for (const token of tokens) expect(await statusOf(token)).toBe(401)
  await expectEnded('app.suspended')
  const again = await install()
  expect(await statusOf(await putToken(app, again))).toBe(200)
})

test('a deleted app with many installs is unknown at once, and a worker removes what is left of it', async () => {
  await mutate('deleteOAuthApp')
  expect(await left()).toBe(MANY - BATCH)
  for (const token of tokens) expect(await statusOf(token)).toBe(401)
  const { oauthApps } = await run(app, owner.admin.session, '{ oauthApps(first: 5) { nodes { id } } }')
  expect(oauthApps.nodes).toEqual([])
  for (const name of ['deleteOAuthApp', 'resumeOAuthApp', 'suspendOAuthApp'])
    await expect(mutate(name)).rejects.toThrow('NOT_FOUND')
  await expect(install()).rejects.toThrow('suspended')
  cluster = await startCluster(app, ['worker'])
  const rows = async () =>
    (await query('select from oauth_apps where client_id = $1', [client.clientId])).rowCount
  await expect.poll(rows).toBe(0)
  await expectEnded('app.deleted')
  expect((await query('select from oauth_installs where app_id = $1', [client.id])).rowCount).toBe(0)
})

test('the secret of a deleted app proves nothing while its installs are being removed', async () => {
  const secret = newSecret('fosec_')
  await query('update oauth_apps set secret_hash = $1 where client_id = $2', [
    sha256(secret),
    client.clientId,
  ])
  await mutate('deleteOAuthApp')
  const body = { client_id: client.clientId, client_secret: secret, token: 'foat_unknown' }
  const { status, body: answer } = await app.call('POST', '/oauth/introspect', { body })
  expect({ status, error: answer.error as string }).toEqual({ status: 401, error: 'invalid_client' })
})
