import { expect, test } from 'vitest'
import { refusal } from '../support/clients/operations.ts'
import { ACTIVITY, DAYS, readActivity, type Counts, type Range } from '../support/fixtures/activity.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const read = (range: Range) => readActivity(app, tenant.key, range)

const HOUR = 3_600_000
const hours = ({ from, to }: Counts) => (Date.parse(to) - Date.parse(from)) / HOUR

test.each([
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-30T22:00:00Z', [23, 24]],
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-26T23:00:00Z', [25, 24]],
  // Midnight is skipped, and a day later in the year the hour before midnight is repeated.
  ['America/Santiago', '2024-09-07T04:00:00Z', '2024-09-09T03:00:00Z', [24, 23]],
  ['America/Santiago', '2024-04-06T03:00:00Z', '2024-04-08T04:00:00Z', [25, 24]],
  // The clock goes back over midnight.
  ['America/St_Johns', '2010-11-06T02:30:00Z', '2010-11-08T03:30:00Z', [25, 24]],
  // The range starts in the minute before that, which is of the next day by the clock alone.
  ['America/St_Johns', '2010-11-07T02:30:30Z', '2010-11-08T03:30:00Z', [59.5 / 60, 24]],
  // 30 December does not exist.
  ['Pacific/Apia', '2011-12-29T10:00:00Z', '2011-12-31T10:00:00Z', [24, 24]],
])('days of %s from %s have the hours of its calendar', async (timeZone, from, to, lengths) => {
  const { periods } = await read({ from, to, by: 'DAY', timeZone })
  expect(periods.map(hours)).toEqual(lengths)
})

test('the range before has as many days across a change of the clock', async () => {
  const berlin = { from: '2026-03-29T22:00:00Z', to: '2026-04-12T22:00:00Z', by: 'DAY' as const }
  const { periods, previousPeriods, previousTotal } = await read({ ...berlin, timeZone: 'Europe/Berlin' })
  expect([periods.length, previousPeriods.length]).toEqual([14, 14])
  expect(previousTotal.from).toBe('2026-03-15T23:00:00.000Z')
})

test('weeks start on Monday, months have their own lengths, and the month before is a whole month', async () => {
  const weeks = await read({ from: '2024-03-06T12:00:00Z', to: '2024-03-19T00:00:00Z', by: 'WEEK' })
  expect(weeks.periods.map(({ from }) => from.slice(0, 13))).toEqual([
    '2024-03-06T12',
    '2024-03-11T00',
    '2024-03-18T00',
  ])
  const months = await read({ from: '2024-03-01T00:00:00Z', to: '2024-05-01T00:00:00Z', by: 'MONTH' })
  expect(months.periods.map(hours)).toEqual([31 * 24, 30 * 24])
  expect(months.previousPeriods.map(({ from }) => from.slice(0, 10))).toEqual(['2024-01-01', '2024-02-01'])
})

test('the periods of any range cover it without a gap, and none is longer than its unit', async () => {
  const zones = [
    'UTC',
    'America/St_Johns',
    'America/Santiago',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Africa/Casablanca',
  ]
  let seed = 1
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let index = 0; index < 40; index++) {
    const start = Date.UTC(
      2008 + random(18),
      random(12),
      random(28),
      random(24),
      random(60),
      random(60),
      random(1000),
    )
    const end = start + 1 + random(60 * 24) * HOUR + random(HOUR)
    const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()]
    const by = (['DAY', 'WEEK', 'MONTH'] as const)[random(3)] ?? 'DAY'
    const activity = await read({ from, to, by, timeZone: zones[random(zones.length)] ?? null })
    for (const [total, periods] of [
      [activity.total, activity.periods],
      [activity.previousTotal, activity.previousPeriods],
    ] as const) {
      const limits = periods.flatMap((period) => [period.from, period.to])
      expect([limits[0], limits.at(-1)]).toEqual([total.from, total.to])
      for (let edge = 1; edge < limits.length - 1; edge += 2) expect(limits[edge]).toBe(limits[edge + 1])
      for (const period of periods) expect(hours(period)).toBeGreaterThan(0)
      expect(Math.max(...periods.map(hours))).toBeLessThanOrEqual({ DAY: 25, WEEK: 169, MONTH: 745 }[by])
    }
    expect([activity.total.from, activity.total.to, activity.previousTotal.to]).toEqual([from, to, from])
  }
})

test('reads 400 periods with as many statements as one', async () => {
  const count = async (to: string) => {
    app.statements.length = 0
    const { periods } = await read({ ...DAYS, to })
    return {
      periods: periods.length,
      statements: app.statements.length,
    }
  }
  const [one, all] = [await count('2024-03-11T00:00:00Z'), await count('2025-04-14T00:00:00Z')]
  expect([one.periods, all.periods]).toEqual([1, 400])
  expect(all.statements).toBe(one.statements)
})

test.each([
  [{ to: DAYS.from }, '"from" must be before "to".'],
  [{ to: '2024-03-09T00:00:00Z' }, '"from" must be before "to".'],
  [{ to: '2025-04-14T00:00:00.001Z' }, '"to" must be at most 400 periods after "from".'],
  [
    { from: '0000-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' },
    '"to" must be at most 400 periods after "from".',
  ],
  [{ by: 'MONTH', from: '1990-01-01T00:00:00Z' }, '"to" must be at most 400 periods after "from".'],
  ...['', 'Mars/Phobos', '+02:00', 'EST5EDT4,M3.2.0', "UTC'", `${'x'.repeat(70)}`].map(
    (timeZone) =>
      [
        { timeZone },
        '"timeZone" must be a name of the IANA time zone database, such as Europe/Berlin.',
      ] as const,
  ),
] as [object, string][])('rejects %j by name', async (change, message) => {
  const refused = await refusal(app, tenant.key, ACTIVITY, { ...DAYS, ...change })
  expect(refused).toMatchObject({ code: 'INVALID_PARAM', status: 400, message })
})

test('accepts the first and last years', async () => {
  for (const year of ['0000', '0001', '9998']) {
    const range = { from: `${year}-01-01T00:00:00Z`, to: `${year}-12-31T00:00:00Z`, by: 'MONTH' as const }
    expect((await read(range)).periods).toHaveLength(12)
  }
})
