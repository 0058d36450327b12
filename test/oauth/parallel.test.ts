import { beforeAll, expect, test } from 'vitest'
import { countOf, exchange, newCode, refresh, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const beside = useApp({ beside: app })
let client: ClientApp
let targets: Tenant[]

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app))
  targets = await Promise.all([createTenant(app), createTenant(app)])
})

test('each of 40 codes is redeemed exactly once by 25 concurrent requests to two servers', async () => {
  const codes = await Promise.all(
    Array.from({ length: 40 }, (_, index) => newCode(app, client, targets[index % 2] as Tenant)),
  )
  const tries = codes.flatMap((code) =>
    Array.from({ length: 25 }, (_, index) => ({ code, server: index % 2 ? app : beside })),
  )
  const answers = await Promise.all(
    tries.map(async ({ code, server }) => ({ code, answer: await exchange(server, client, code) })),
  )
  const statuses = codes.map((code) =>
    answers
      .filter((one) => one.code === code)
      .map(({ answer }) => answer.status)
      .sort(),
  )
  expect(statuses).toEqual(codes.map(() => [200, ...Array.from({ length: 24 }, () => 400)]))
  expect(await countOf(app, 'oauth_tokens')).toBe(40)
  // The exchanges created one install and one bot in each organization.
  expect(await countOf(app, 'oauth_installs')).toBe(2)
  const { rows } = await app.database.pool.query('select count(*) from users where bot')
  expect(rows[0].count).toBe(2)
})

test('a replay concurrent with a refresh leaves no active token', async () => {
  for (let round = 0; round < 10; round++) {
    const code = await newCode(app, client, targets[0] as Tenant)
    const { body } = await exchange(app, client, code)
    await Promise.all([
      exchange(app, client, code),
      refresh(beside, client, body.refresh_token),
      refresh(app, client, body.refresh_token),
    ])
    const { rows } = await app.database.pool.query(
      `select t.id from oauth_tokens t join oauth_codes c on c.organization_id = t.organization_id and c.id = t.code_id
       where c.code_hash = sha256($1) and t.revoked_at is null`,
      [code],
    )
    expect(rows).toEqual([])
  }
})
