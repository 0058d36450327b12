import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp } from '../support/app.ts'
import { registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { sendFrom } from '../support/clients/send-from.ts'
import { useApp } from '../support/use.ts'

const [A, B, PROXY] = ['127.0.0.1', '127.0.0.2', '127.0.0.9'] as const

let client: ClientApp

const one = useApp({ trustedProxies: [PROXY] })
const other = useApp({ beside: one, trustedProxies: [PROXY] })
beforeAll(async () => {
  client = await registerApp(one, await createTenant(one))
})
beforeEach(async () => {
  await one.database.pool.query('delete from failed_attempts')
})

type Options = { secret?: string; id?: string; forwarded?: string }

async function ask(app: TestApp, address: string, options: Options = {}): Promise<number> {
  const { secret = 'wrong', id = client.client_id, forwarded } = options
  const { status } = await sendFrom(address, app, {
    path: '/oauth/token',
    body: { grant_type: 'refresh_token', refresh_token: 'x', client_id: id, client_secret: secret },
    headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
  })
  return status
}

/** Sends a right secret with an invalid refresh token, which fails with 400 instead of 401. */
const right = (): Options => ({ secret: client.client_secret })
const PASSES = 400

test('counts failures across all processes', async () => {
  for (let count = 0; count < 10; count++) {
    expect(await ask(one, A)).toBe(401)
    expect(await ask(other, A)).toBe(401)
  }
  expect(await ask(one, A)).toBe(429)
  expect(await ask(other, A)).toBe(429)
  expect(await ask(one, A, right())).toBe(429)
  expect(await ask(other, A, right())).toBe(429)
  expect(await ask(other, B, right())).toBe(PASSES)
})

test('runs no throttle statement for a right secret, regardless of failures elsewhere', async () => {
  await ask(one, B)
  one.statements.length = 0
  expect(await ask(one, '127.0.0.3', right())).toBe(PASSES)
  expect(one.statements.length).toBeGreaterThan(0)
  expect(one.statements.filter((text) => text.includes('failed_attempts'))).toEqual([])
})

test('distinguishes clients of a trusted proxy by the address it forwards, and ignores forwarded addresses of others', async () => {
  for (let count = 0; count < 20; count++)
    await ask(one, PROXY, { forwarded: `198.51.100.${count}, 203.0.113.7` })
  expect(await ask(one, PROXY, { ...right(), forwarded: '203.0.113.7' })).toBe(429)
  expect(await ask(one, PROXY, { ...right(), forwarded: '203.0.113.8' })).toBe(PASSES)
  for (let count = 0; count < 20; count++) await ask(one, B, { forwarded: `198.51.100.${count}` })
  expect(await ask(one, B, { ...right(), forwarded: '198.51.100.99' })).toBe(429)
})

test('stores an id of any length in little space, and any number of ids in a bounded number of slots', async () => {
  await ask(one, A, { id: 'x'.repeat(1_000_000) })
  for (let count = 0; count < 30; count++) await ask(one, A, { id: `guess-${count}` })
  const { rows } = await one.database.pool.query<{ size: number; most: number }>(
    'select max(pg_column_size(f))::int as size, max(slot) as most from failed_attempts f',
  )
  expect(rows[0]?.size).toBeLessThan(200)
  expect(rows[0]?.most).toBeLessThan(6 * 65_536)
})
