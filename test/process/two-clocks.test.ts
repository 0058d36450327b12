import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../src/auth/password.ts'
import type { TestApp } from '../support/app.ts'
import { exchange, newCode, registerApp } from '../support/clients/oauth.ts'
import { run } from '../support/clients/operations.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { startTwoClocks, type TwoClocks } from '../support/faults/two-clocks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
let clocks: TwoClocks
const target = useTenant(app)

beforeAll(async () => {
  clocks = await startTwoClocks(app)
})
afterAll(async () => {
  await clocks.stop()
})

test('a worker whose clock is ahead deletes no valid code and publishes nothing early', async () => {
  const client = await registerApp(app, await createTenant(app))
  const code = await newCode(app, client, target)
  const schedule = async (inSeconds: number) => {
    const { rows } = await app.database.pool.query<{ id: number }>(
      `insert into changelogs (organization_id, slug, title, author_id, scheduled_at)
       values ($1, 'entry-' || $2::int, 'Entry', $3, now() + make_interval(secs => $2::int)) returning id`,
      [target.organization.id, inSeconds, target.admin.id],
    )
    return rows[0]?.id ?? 0
  }
  const published = async (id: number) =>
    (await clocks.valueOf('select count(published_at) from changelogs where id = $1', [id])) === 1
  const early = await schedule(300)
  const due = await schedule(0)
  await app.database.pool.query(
    `insert into oauth_codes (organization_id, code_hash, app_organization_id, app_id, redirect_uri, actor, user_id, expires_at)
     select organization_id, sha256('expired'), app_organization_id, app_id, redirect_uri, actor, user_id, now() from oauth_codes limit 1`,
  )
  await clocks.startWorkerAhead()
  const expired = `select count(*) from oauth_codes where code_hash = sha256('expired')`
  await expect.poll(() => published(due)).toBe(true)
  await expect.poll(() => clocks.valueOf(expired)).toBe(0)
  expect(await published(early)).toBe(false)
  expect(await exchange(app, client, code)).toMatchObject({ status: 200 })
})

test('a worker whose clock is ahead disables a webhook after five days of failures, not before', async () => {
  const { pool } = app.database
  const { rows } = await pool.query<{ id: number }>(
    `insert into webhooks (organization_id, url, events, created_by_id, failing_since)
     values ($1, 'http://127.0.0.1:1/', '{post_created}', $2, now() - interval '5 days' + interval '5 minutes') returning id`,
    [target.organization.id, target.admin.id],
  )
  const id = rows[0]?.id ?? 0
  const attempts = () => clocks.valueOf('select count(*) from delivery_attempts where webhook_id = $1', [id])
  const disabled = () => clocks.valueOf('select count(disabled_at) from webhooks where id = $1', [id])
  const post = (title: string) =>
    app.call('POST', '/api/v3/feature_requests', {
      headers: target.key,
      body: { title, description: '.', bucket_id: bucketId },
    })
  const { body } = await app.call('GET', '/api/v3/buckets', { headers: target.key })
  const bucketId = body.buckets[0].id as number
  for (const count of [1, 2]) {
    await post(`Post ${count}`)
    await expect.poll(attempts).toBeGreaterThanOrEqual(count)
  }
  expect(await disabled()).toBe(0)
  await pool.query(`update webhooks set failing_since = now() - interval '5 days' where id = $1`, [id])
  await post('The last straw')
  await expect.poll(disabled).toBe(1)
})

test("the database's clock decides whether a scheduled time is in the future", async () => {
  const scheduleAt = async (server: TestApp, inMs: number) => {
    const body = { title: 'Soon', scheduled_published_at: new Date(Date.now() + inMs).toISOString() }
    return (await server.call('POST', '/api/v3/changelogs', { headers: target.keyAndAdmin, body })).status
  }
  for (const server of clocks.both) {
    expect(await scheduleAt(server, 300_000)).toBe(201)
    expect(await scheduleAt(server, -300_000)).toBe(422)
  }
})

test('after a password change at one server, the other accepts a new session and rejects an earlier one', async () => {
  const SIGN_IN =
    'mutation ($email: EmailAddress!, $password: String!) { signIn(input: { email: $email, password: $password }) { session { token expiresAt } } }'
  const CHANGE =
    'mutation ($current: String!, $next: String!) { changePassword(input: { currentPassword: $current, newPassword: $next }) { session { token } } }'
  const ME = '{ viewer { account { email } } }'
  let password = 'a first password'
  const { email, accountId } = await target.member('member')
  const passwordHash = await hashPassword(password)
  await app.services.db.updateTable('accounts').set({ passwordHash }).where('id', '=', accountId).execute()
  const statusOf = async (server: TestApp, token: string) =>
    (await server.graphql(ME, {}, { Authorization: token })).status
  for (const [here, there] of clocks.crossed) {
    const {
      signIn: { session: older },
    } = await run(there, {}, SIGN_IN, { email, password })
    const next = `${password}, changed`
    await run(here, { Authorization: older.token }, CHANGE, { current: password, next })
    password = next
    const {
      signIn: { session: newer },
    } = await run(there, {}, SIGN_IN, { email, password })
    const left = await clocks.valueOf('select extract(epoch from $1::timestamptz - now())', [newer.expiresAt])
    for (const server of clocks.both) {
      expect(await statusOf(server, newer.token)).toBe(200)
      // A server accepts a cached session for up to half a second.
      await expect.poll(() => statusOf(server, older.token)).toBe(401)
    }
    expect(Math.abs(left - 14 * 86_400)).toBeLessThan(60)
  }
})

test("accepts SSO tokens of a customer's server whose clock is slightly ahead", async () => {
  const email = 'visitor@customer.example'
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const statusOf = async (server: TestApp, claims: object) =>
    (await server.graphql('{ viewer { authority } }', {}, await target.sso({ email, ...claims }))).status
  for (const server of clocks.both) {
    expect(await statusOf(server, { iat: inSeconds(30), nbf: inSeconds(30), exp: inSeconds(60) })).toBe(200)
    expect(await statusOf(server, { nbf: inSeconds(120) })).toBe(401)
    expect(await statusOf(server, { iat: inSeconds(120) })).toBe(401)
    expect(await statusOf(server, { exp: inSeconds(-5) })).toBe(401)
  }
})
