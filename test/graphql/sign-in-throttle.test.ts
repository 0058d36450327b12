import { beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '../../src/auth/password.ts'
import type { TestApp } from '../support/app.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { HELD_S, keepDelays } from '../support/faults/kept-delays.ts'
import { useApp, useTenant } from '../support/use.ts'

const SIGN_IN =
  'mutation ($email: EmailAddress!, $password: String!) { signIn(input: { email: $email, password: $password }) { session { token } } }'
const PASSWORD = 'correct horse battery staple'
const [HOME, STRANGER] = ['127.0.0.1', '127.0.0.2'] as const

const app = useApp({ trustedProxies: ['127.0.0.9'] })
const other = useApp({ beside: app, trustedProxies: ['127.0.0.9'] })
const tenant = useTenant(app)
let email: string

beforeAll(() => keepDelays(app))

beforeEach(async () => {
  await app.database.pool.query('delete from failed_attempts')
  const person = await tenant.member('member')
  email = person.email
  await app.database.kysely
    .updateTable('accounts')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where('id', '=', person.accountId)
    .execute()
})

type Options = { email?: string; to?: TestApp; forwarded?: string }

/** The status of a sign-in from an address: 200, 401 or 429. */
async function signIn(address: string, password: string, options: Options = {}) {
  const { to = app, forwarded } = options
  const { body } = await sendFrom(address, to, {
    path: '/graphql',
    body: { query: SIGN_IN, variables: { email: options.email ?? email, password } },
    headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
  })
  const extensions = body.errors?.[0].extensions ?? { status: 200 }
  return extensions as { status: number; retryAfter?: number }
}

async function fail(times: number, address: string, options: Options = {}): Promise<number[]> {
  const statuses: number[] = []
  for (let count = 0; count < times; count++) statuses.push((await signIn(address, 'guess', options)).status)
  return statuses
}

/** Moves all failures the given number of seconds into the past. */
const pass = (seconds: number) =>
  app.database.pool.query(
    `update failed_attempts set last_at = last_at - make_interval(secs => $1), expires_at = expires_at - make_interval(secs => $1)`,
    [seconds],
  )

/** Expects that a right password must wait this many seconds after the last failure. */
async function expectDelay(seconds: number): Promise<void> {
  const sinceLast = async () => {
    const { rows } = await app.database.pool.query<{ seconds: number }>(
      'select extract(epoch from now() - max(last_at))::float8 as seconds from failed_attempts',
    )
    return rows[0]?.seconds ?? Number.NaN
  }
  const before = await sinceLast()
  const { status, retryAfter = 0 } = await signIn(HOME, PASSWORD)
  expect(status).toBe(429)
  expect(retryAfter).toBeLessThanOrEqual(Math.ceil(seconds - before))
  expect(retryAfter).toBeGreaterThanOrEqual(Math.ceil(seconds - (await sinceLast())))
}

test('failures from another address lock no one out', async () => {
  expect(await fail(6, STRANGER)).toEqual([401, 401, 401, 401, 401, 429])
  expect((await signIn(HOME, PASSWORD)).status).toBe(200)
})

test('a failed sign-in delays the next one by a few seconds, longer each time, then accepts the right password', async () => {
  await fail(5, HOME)
  await expectDelay(5)
  await pass(HELD_S + 5)
  expect((await signIn(HOME, 'guess')).status).toBe(401)
  await expectDelay(10)
  await pass(HELD_S + 60)
  expect((await signIn(HOME, PASSWORD)).status).toBe(200)
  expect(await fail(4, HOME)).toEqual([401, 401, 401, 401])
})

test('all processes share the counts', async () => {
  expect(await fail(3, HOME)).toEqual([401, 401, 401])
  expect(await fail(2, HOME, { to: other })).toEqual([401, 401])
  expect((await signIn(HOME, PASSWORD, { to: other })).status).toBe(429)
  expect((await signIn(HOME, PASSWORD)).status).toBe(429)
  expect((await signIn(STRANGER, PASSWORD, { to: other })).status).toBe(200)
})

test('limits many addresses that guess for one account to one attempt each, and accepts a right password from elsewhere', async () => {
  for (let last = 1; last <= 50; last++) await fail(1, `127.0.1.${last}`)
  expect(await fail(2, '127.0.2.1')).toEqual([401, 429])
  expect((await signIn(HOME, PASSWORD)).status).toBe(200)
})

test('throttles an address that tries many accounts, for every account', async () => {
  for (let count = 0; count < 50; count++) await fail(1, STRANGER, { email: `nobody-${count}@example.com` })
  expect((await signIn(STRANGER, 'guess', { email: 'another@example.com' })).status).toBe(429)
  expect((await signIn(HOME, PASSWORD)).status).toBe(200)
})

test('distinguishes clients of a trusted proxy by address, which no client can choose', async () => {
  const proxy = '127.0.0.9'
  await fail(5, proxy, { forwarded: '203.0.113.7' })
  expect((await signIn(proxy, PASSWORD, { forwarded: '203.0.113.7' })).status).toBe(429)
  expect((await signIn(proxy, PASSWORD, { forwarded: '198.51.100.1, 203.0.113.7' })).status).toBe(429)
  expect((await signIn(proxy, PASSWORD, { forwarded: '198.51.100.1' })).status).toBe(200)
  await fail(5, STRANGER, { forwarded: '198.51.100.2' })
  expect((await signIn(STRANGER, 'guess', { forwarded: '198.51.100.3' })).status).toBe(429)
  expect((await signIn(proxy, PASSWORD, { forwarded: '198.51.100.2' })).status).toBe(200)
})

test('counts an IPv6 network as one address', async () => {
  const proxy = '127.0.0.9'
  for (const last of ['1', '2', '3', 'ffff:2:3', '5'])
    await fail(1, proxy, { forwarded: `2001:db8:1:2::${last}` })
  expect((await signIn(proxy, PASSWORD, { forwarded: '2001:db8:1:2::99' })).status).toBe(429)
  expect((await signIn(proxy, PASSWORD, { forwarded: '2001:db8:1:3::1' })).status).toBe(200)
})

test('stores a failure of any input in little space, and deletes it on success', async () => {
  await fail(1, HOME, { email: `${'x'.repeat(60_000)}@example.com` })
  await fail(1, HOME)
  const { rows } = await app.database.pool.query<{ size: number; rows: number }>(
    'select max(pg_column_size(f))::int as size, count(*)::int as rows from failed_attempts f',
  )
  expect(rows[0]?.rows).toBe(5)
  expect(rows[0]?.size).toBeLessThan(200)
  expect((await signIn(HOME, PASSWORD)).status).toBe(200)
  const left = await app.database.pool.query('select from failed_attempts')
  expect(left.rowCount).toBe(4)
})
