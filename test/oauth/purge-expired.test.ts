import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/lib/log/logger.ts'
import { purgeExpired } from '../../src/modules/oauth/tokens/purge-expired.ts'
import { repeat } from '../../src/lib/concurrency/loop.ts'
import {
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
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)
let client: ClientApp

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app))
})

const HOUR = 3600
const later = (seconds: number) => letPass(app, seconds)
const sweep = (batch = 500) => purgeExpired(app.database.kysely, batch)
const replacements = async () => {
  const { rows } = await app.database.pool.query('select count(replacement) from oauth_tokens')
  return rows[0].count as number
}

test('deletes unused codes when they expire, and keeps used ones for a day to recognize a replay', async () => {
  await newCode(app, client, target)
  const used = await newCode(app, client, target)
  await exchange(app, client, used)
  expect((await sweep()).codes).toBe(0)
  await later(300)
  expect((await sweep()).codes).toBe(1)
  await later(23 * HOUR)
  expect((await sweep()).codes).toBe(0)
  expect((await exchange(app, client, used)).status).toBe(400)
  await later(2 * HOUR)
  expect((await sweep()).codes).toBe(1)
  expect(await countOf(app, 'oauth_codes')).toBe(0)
})

test('deletes the sealed pair of a refresh after its window, and a later reuse still revokes the chain', async () => {
  const { refresh_token } = await install(app, client, target)
  const { body } = await refresh(app, client, refresh_token)
  await sweep()
  expect(await replacements()).toBe(1)
  await later(60)
  expect((await sweep()).replacements).toBe(1)
  expect(await replacements()).toBe(0)
  expect((await refresh(app, client, refresh_token)).status).toBe(400)
  expect(await opens(app, body.access_token)).toBe(false)
})

test('deletes inactive tokens a month after their end, and never an active refresh token', async () => {
  const idle = await install(app, client, target)
  const { refresh_token } = await install(app, client, target)
  const { body } = await refresh(app, client, refresh_token)
  const before = await countOf(app, 'oauth_tokens')
  await later(29 * 24 * HOUR)
  expect((await sweep()).tokens).toBe(0)
  await later(3 * 24 * HOUR)
  await sweep()
  expect(await countOf(app, 'oauth_tokens')).toBeLessThan(before)
  for (const token of [idle.refresh_token, body.refresh_token])
    expect((await refresh(app, client, token)).status).toBe(200)
})

test('deletes at most one batch a round', async () => {
  for (let index = 0; index < 5; index++) await newCode(app, client, target)
  await later(300)
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) rounds.push((await sweep(2)).codes)
  expect(rounds).toEqual([2, 2, 1])
})

test('scans no table', async () => {
  const { pool } = app.database
  const { rows } = await pool.query(
    'select organization_id, app_organization_id, app_id, user_id, id from oauth_installs limit 1',
  )
  const { organization_id, app_organization_id, app_id, user_id, id } = rows[0]
  await pool.query(
    `insert into oauth_codes (organization_id, code_hash, app_organization_id, app_id, redirect_uri, actor, user_id, expires_at, used_at)
     select $1, sha256(('c' || n)::bytea), $2, $3, 'x', 'app', $4, now() + n * interval '1 second', now() from generate_series(1, 20000) n`,
    [organization_id, app_organization_id, app_id, user_id],
  )
  await pool.query(
    `insert into oauth_tokens (organization_id, install_id, code_id, access_hash, refresh_hash, access_expires_at, rotated_at)
     select $1, $2, n, sha256(('a' || n)::bytea), sha256(('r' || n)::bytea), now() + n * interval '1 second', now()
     from generate_series(1, 20000) n`,
    [organization_id, id],
  )
  await pool.query('analyze oauth_codes, oauth_tokens')
  app.statements.length = 0
  await sweep()
  const swept = app.statements.filter((text) =>
    /^select organization_id as "organizationId", id from "oauth_/.test(text),
  )
  expect(swept).toHaveLength(4)
  for (const text of swept) {
    const parameters = [0, 500]
    const plan = await pool.query(`explain ${text}`, parameters)
    expect(JSON.stringify(plan.rows)).not.toMatch(/Seq Scan/)
  }
})

test('retries a failed round, and begins none after a stop', async () => {
  /** Starts work whose first round fails, and waits for its third one. */
  const start = async () => {
    const counted = { rounds: 0 }
    const done = Promise.withResolvers<void>()
    const job = repeat({
      name: `test ${randomBytes(2).toString('hex')}`,
      everyMs: 1,
      log: createLogger('silent'),
      async work() {
        counted.rounds++
        if (counted.rounds === 1) throw new Error('not now')
        if (counted.rounds === 3) done.resolve()
        return false
      },
    })
    await done.promise
    return { counted, stop: () => job.stop() }
  }
  const { counted, stop } = await start()
  await stop()
  const last = counted.rounds
  // The rounds of other work with the same delay show that the delay has passed.
  await (await start()).stop()
  expect(counted.rounds).toBe(last)
})
