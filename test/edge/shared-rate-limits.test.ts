import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { RateLimits } from '../../src/auth/rate-limit/rate-limits.ts'
import { createLogger } from '../../src/lib/log/logger.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { advanceClock, stopClock } from '../support/clock.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp } from '../support/use.ts'

const LIMIT = 200
const MIN_SERVED = 0.9 * LIMIT
const MAX_SERVED = 1.1 * LIMIT
const log = createLogger('silent')

const one = useApp({ rateLimitPerMinute: LIMIT })
const two = useApp({ beside: one, rateLimitPerMinute: LIMIT })
const three = useApp({ beside: one, rateLimitPerMinute: LIMIT })
let key: Headers

beforeAll(async () => {
  // A count is answered with the number of servers.
  for (const app of [one, two, three]) await send(app, LIMIT, (await createTenant(app)).key)
})
beforeEach(async () => {
  stopClock()
  // The test before has moved the clock: each server asks the database for its time.
  for (const app of [one, two, three]) await send(app, 10, (await createTenant(app)).key)
  key = await keyWithTime()
})

/** Creates keys until the window of one lasts long enough for a test in the time of the database. */
async function keyWithTime(): Promise<Headers> {
  for (;;) {
    const { key } = await createTenant(one)
    const { headers } = await one.call('GET', '/api/v3/tags', { headers: key })
    const [, resetsIn] = /t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
    if (Number(resetsIn) > 45) return key
  }
}

/** Sends requests at once. Returns the number that were served. */
async function send(app: Pick<TestApp, 'call'>, count: number, headers = key): Promise<number> {
  const get = () => app.call('GET', '/api/v3/tags', { headers })
  const answers = await Promise.all(Array.from({ length: count }, get))
  for (const { status } of answers) expect([200, 429]).toContain(status)
  return answers.filter(({ status }) => status === 200).length
}

test.each([
  ['all of them at once', () => Promise.all([one, two, three].map((app) => send(app, LIMIT)))],
  ['one after the other', async () => [await send(one, 150), await send(two, 150), await send(three, 150)]],
  [
    'only one after a request to each',
    async () => [await send(one, 1), await send(two, 1), await send(three, 2 * LIMIT)],
  ],
  [
    'all of them in turn',
    async () => {
      const served: number[] = []
      for (let turn = 0; turn < LIMIT; turn += 2)
        for (const app of [one, two, three]) served.push(await send(app, 2))
      return served
    },
  ],
])('servers share a limit within 10 percent: %s', async (_name, run) => {
  // The first request has shown the window. Unused units may be left at a server.
  let served = (await run()).reduce((sum, count) => sum + count, 1)
  expect(served).toBeGreaterThanOrEqual(MIN_SERVED)
  for (const app of [one, two, three]) served += await send(app, 30)
  expect(served).toBeLessThanOrEqual(MAX_SERVED)
  for (const app of [one, two, three]) expect(await send(app, 5)).toBe(0)
  advanceClock(60_000)
  for (const app of [one, two, three]) expect(await send(app, 10)).toBe(10)
})

test('counts what a server has served after its end, and gives its unused units back', async () => {
  const four = await startApp({ beside: one, rateLimitPerMinute: LIMIT })
  const served = await send(four, 100)
  expect(served).toBe(100)
  await four.stop()
  // Everything is recorded, so that one other server is exact.
  expect(await send(one, LIMIT)).toBe(LIMIT - 100 - 1)
  const { rows } = await one.database.pool.query('select id from rate_limit_servers')
  expect(rows).toHaveLength(3)
})

test('serves no more than a portion while nothing can be recorded, and goes on afterwards', async () => {
  const { pool } = one.database
  await send(one, 1)
  await pool.query('alter table rate_limit_windows rename to gone')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => one.call('GET', '/api/v3/tags', { headers: key })),
  )
  await pool.query('alter table gone rename to rate_limit_windows')
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(0.1 * LIMIT)
  expect(await send(one, 5)).toBe(5)
})

const payer = (credential: string) => ({ credential, group: null })
const opened: RateLimits[] = []
afterEach(async () => {
  for (const limits of opened.splice(0)) await limits.close()
})

/** Opens servers that have counted one another. */
async function openServers(count: number, limit: number): Promise<RateLimits[]> {
  for (let index = 0; index < count; index++)
    opened.push(await RateLimits.open(one.database.kysely, { credential: limit, group: 0 }, log))
  advanceClock(20_000)
  await Promise.all(opened.map(async (limits, index) => limits.spend(payer(`key:${limit}-${index}`), limit)))
  return [...opened]
}

const statements = () => one.statements.filter((text) => text.includes('rate_limit_windows')).length

test.each([
  [2, 1_000],
  [10, 1_000],
  [40, 1_000],
  [10, 100],
])(
  '%i servers share a limit of %i within 10 percent, with few statements, however requests are spread',
  async (count, limit) => {
    const servers = await openServers(count, limit)
    const spread: Record<string, (request: number) => number> = {
      even: (request) => request % count,
      skewed: (request) => Math.floor(count * (((request * 7919) % 997) / 997) ** 3),
      late: (request) => (request < count ? request : 0),
    }
    for (const [name, serverOf] of Object.entries(spread)) {
      one.statements.length = 0
      let admitted = 0
      for (let request = 0; request < 1.5 * limit; request++) {
        const charge = await servers[serverOf(request)]?.spend(payer(`key:${name}-${count}-${limit}`), 1)
        if (charge?.isAdmitted) admitted++
        else expect(request).toBeGreaterThanOrEqual(0.9 * limit)
      }
      expect(admitted, name).toBeGreaterThanOrEqual(0.9 * limit)
      expect(admitted, name).toBeLessThanOrEqual(1.1 * limit)
      // A portion is at least one unit up to 5 percent of the limit.
      if (limit / 20 / count >= 1) expect(statements(), name).toBeLessThan(0.75 * limit)
    }
  },
)

test('bursts at many servers and killed servers do not pass a limit by more than 10 percent', async () => {
  const limit = 1_000
  const servers = await openServers(10, limit)
  const burst = async (limits: RateLimits, count: number) => {
    const charges = await Promise.all(
      Array.from({ length: count }, async () => limits.spend(payer('key:burst'), 1)),
    )
    return charges.filter(({ isAdmitted }) => isAdmitted).length
  }
  const ended = await Promise.all(servers.slice(0, 5).map((limits) => burst(limits, 30)))
  const rest = await Promise.all(servers.slice(5).map((limits) => burst(limits, limit)))
  const total = [...ended, ...rest].reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(0.9 * limit)
  expect(total).toBeLessThanOrEqual(1.1 * limit)
})

test('servers that start one after the other do not pass a limit by more than 10 percent', async () => {
  const limit = 1_000
  for (let index = 0; index < 60; index++)
    opened.push(await RateLimits.open(one.database.kysely, { credential: limit, group: 0 }, log))
  let admitted = 0
  for (const limits of opened.toReversed())
    for (let request = 0; request < (limits === opened.at(-1) ? limit : 60); request++)
      if ((await limits.spend(payer('key:started'), 1)).isAdmitted) admitted++
  expect(admitted).toBeGreaterThanOrEqual(0.9 * limit)
  expect(admitted).toBeLessThanOrEqual(1.1 * limit)
})

test('requests that wait while their window ends are counted in both windows', async () => {
  const limits = await RateLimits.open(one.database.kysely, { credential: 100, group: 0 }, log)
  opened.push(limits)
  const charges = [limits.spend(payer('key:ending'), 60)]
  advanceClock(60_000)
  charges.push(limits.spend(payer('key:ending'), 60), limits.spend(payer('key:other'), 60))
  for (const charge of charges) {
    expect(charge).toBeInstanceOf(Promise)
    expect(await charge).toMatchObject({ isAdmitted: true })
  }
})
