import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/db/transaction.ts'
import { createApiKey } from '../../src/modules/organizations/create-api-key.ts'
import { quotaIn } from '../support/clients/quota.ts'
import { advanceClock, stopClock } from '../support/clock.ts'
import { putGrant, putToken } from '../support/fixtures/grants.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const LIMIT = 60
const TAGS = '/api/v3/tags'

const app = useApp({ rateLimitPerMinute: LIMIT, responseCacheMb: 4 })
const unlimited = useApp()
const stranger = useTenant(unlimited)
let tenant: Tenant

beforeEach(async () => {
  stopClock()
  tenant = await createTenant(app)
})

const get = (headers: Headers, path = TAGS) => app.call('GET', path, { headers })
const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))

/** Counts in the database. Heartbeats, which take statements at any time, do not change them. */
async function recorded(): Promise<unknown[]> {
  const { rows } = await app.database.pool.query(
    'select credential, window_number, units, xmin from rate_limit_windows order by credential',
  )
  return rows
}

const quotaOf = quotaIn(LIMIT)
/** Spends all units but some of a credential. */
const spendAllBut = (left: number, headers: Headers) => times(LIMIT - left, () => get(headers))

describe('a server', () => {
  test('serves exactly as many requests of a credential in a minute as the limit, also in parallel', async () => {
    app.statements.length = 0
    const answers = await times(LIMIT + 40, () => get(tenant.key))
    const served = answers.filter(({ status }) => status === 200)
    expect(served.map((answer) => quotaOf(answer).remaining).sort((one, other) => one - other)).toEqual([
      ...Array(LIMIT).keys(),
    ])
    const [refused, ...others] = answers.filter(({ status }) => status === 429)
    expect(others).toHaveLength(39)
    if (!refused) throw new Error('nothing was refused')
    expect(refused.body).toEqual({
      success: false,
      status: 429,
      error: 'ERROR_CODE_RATE_LIMITED',
      message: `Too many requests: the limit is ${LIMIT} per minute`,
    })
    const { remaining, resetsIn } = quotaOf(refused)
    expect(remaining).toBe(0)
    expect(resetsIn).toBeGreaterThan(0)
    expect(resetsIn).toBeLessThanOrEqual(60)
    expect(refused.headers.get('retry-after')).toBe(String(resetsIn))
    const counts = app.statements.filter((text) => text.includes('rate_limit'))
    expect(counts.length).toBeGreaterThan(0)
    expect(counts.length).toBeLessThan(LIMIT / 2)
    // Nothing is asked for any more.
    const before = await recorded()
    expect((await times(20, () => get(tenant.key))).every(({ status }) => status === 429)).toBe(true)
    expect(await recorded()).toEqual(before)
  })

  test('serves the whole limit again in the next minute, and in the one after', async () => {
    for (let minute = 0; minute < 3; minute++) {
      const answers = await times(LIMIT + 5, () => get(tenant.key))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT)
      const last = await get(tenant.key)
      expect(last.status).toBe(429)
      advanceClock(quotaOf(last).resetsIn * 1_000 - 1_001)
      expect((await get(tenant.key)).status).toBe(429)
      advanceClock(1_001)
    }
  })

  test('writes nothing for a credential with few requests', async () => {
    const before = await recorded()
    await get(tenant.key)
    expect(await recorded()).toEqual(before)
  })

  test('counts keys, installs, people and organizations separately, and all tokens of an install together', async () => {
    const { services } = app
    const another = await inTransaction(services.db, (tx) =>
      createApiKey(tx, tenant.organization.id, { creatorId: tenant.admin.id }),
    )
    const other = await createTenant(app)
    const { install, token } = await putGrant(app, other, tenant)
    const refreshed = await putToken(app, install)
    await spendAllBut(0, tenant.key)
    // A person beside a key counts as the key.
    for (const headers of [tenant.key, tenant.keyAndAdmin]) expect((await get(headers)).status).toBe(429)
    const untouched = [{ 'API-KEY': another.key }, other.key, token]
    for (const headers of untouched) expect(quotaOf(await get(headers)).remaining).toBe(LIMIT - 1)
    await times(LIMIT - 1, () => get(refreshed))
    for (const headers of [token, refreshed]) expect((await get(headers)).status).toBe(429)
    const apps = () => get(tenant.admin.session, '/oauth/apps')
    expect(quotaOf(await apps()).remaining).toBe(LIMIT - 1)
    await times(LIMIT - 1, apps)
    const refused = await apps()
    expect(refused.status).toBe(429)
    expect(refused.body).toMatchObject({ error: 'temporarily_unavailable', success: false, status: 429 })
    expect(refused.headers.get('retry-after')).toBe(String(quotaOf(refused).resetsIn))
  })

  test('counts refusals of identified callers, writes and cached responses', async () => {
    const { token } = await putGrant(app, tenant, tenant, { scopes: [] })
    expect((await get(token)).status).toBe(403)
    expect(quotaOf(await get(token)).remaining).toBe(LIMIT - 2)
    const written = await app.call('POST', TAGS, { headers: tenant.key, body: { name: 'tag' } })
    expect(quotaOf(written).remaining).toBe(LIMIT - 1)
    for (let count = 2; count <= 5; count++)
      expect(quotaOf(await get(tenant.key)).remaining).toBe(LIMIT - count)
    app.statements.length = 0
    await times(LIMIT - 5, () => get(tenant.key))
    expect(app.statements.filter((text) => /from "?tags/i.test(text))).toEqual([])
    const refused = await get(tenant.key)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe(String(quotaOf(refused).resetsIn))
    expect(refused.headers.get('access-control-expose-headers')).toContain('RateLimit')
    expect(refused.headers.get('cache-control')).toBe('private, no-cache')
    const rejected = await app.call('POST', TAGS, { headers: tenant.key, body: { name: 'other' } })
    expect(rejected.status).toBe(429)
    const { rows } = await app.database.pool.query('select name from tags where organization_id = $1', [
      tenant.organization.id,
    ])
    expect(rows).toEqual([{ name: 'tag' }])
  })
})

test('a limit of 0 limits nothing', async () => {
  unlimited.statements.length = 0
  const answers = await times(LIMIT + 1, () => unlimited.call('GET', TAGS, { headers: stranger.key }))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const query = await unlimited.graphql('{ tags { nodes { id } } }', {}, stranger.key)
  expect(Object.keys(query.body)).toEqual(['data'])
  for (const { headers } of [...answers, query])
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null])
  expect(unlimited.statements.filter((text) => text.includes('rate_limit'))).toEqual([])
})
