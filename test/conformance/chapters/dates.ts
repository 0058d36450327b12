import { assertSame, assertThat, forEach, skipUnless, type Chapter, type Check } from '../check.ts'
import type { Body } from '../client.ts'
import type { Operation } from '../document.ts'
import { assertField, assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'

/** Contract 2.3: the range of days of every list that has one. */
export const dates: Chapter = {
  name: 'dates',
  section: '2.3',
  checks: ({ document }) =>
    document.operations
      .filter(({ method, parameters }) => method === 'GET' && parameters.some(isFrom))
      .flatMap(checksOf),
}

const isFrom = ({ name }: { name: string }) => name === 'from_date'
const DAY_MS = 86_400_000

const checksOf = (operation: Operation): Check[] => [
  {
    name: `${operation.route} includes both days of a range, in UTC`,
    run: (target) => readRanges(target, operation),
  },
  {
    name: `${operation.route} refuses a day that does not exist, and a range that ends before it starts`,
    run: (target) => refuseDays(target, operation),
  },
]

const dayOf = (row: Body) => String(row.created_at).slice(0, 10)
const after = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

async function readRanges(target: Target, operation: Operation): Promise<void> {
  const path = await target.pathTo(operation)
  const row = (await target.rows(path))[0]
  skipUnless(row !== undefined, `GET ${path} has no rows`)
  const day = dayOf(row)
  const ranges: [query: string, isIn: (rowDay: string) => boolean][] = [
    [`from_date=${day}&to_date=${day}`, (other) => other === day],
    [`from_date=${day}`, (other) => other >= day],
    [`to_date=${day}`, (other) => other <= day],
  ]
  await forEach(ranges, async ([query, isIn]) => {
    const rows = await target.rows(path, `per_page=100&${query}`)
    const wrong = rows.map(dayOf).filter((other) => !isIn(other))
    assertSame(`GET ${path}?${query}, days outside the range`, wrong, [])
    const isFound = rows.length === 100 || rows.some(({ id }) => id === row.id)
    assertThat(isFound, `GET ${path}?${query} lacks row ${row.id}, which was created on that day`)
  })
  const next = await target.rows(path, `from_date=${after(day, 1)}&to_date=${after(day, 1)}`)
  assertThat(!next.some(({ id }) => id === row.id), `GET ${path} has row ${row.id} on the next day too`)
}

async function refuseDays(target: Target, operation: Operation): Promise<void> {
  const path = await target.pathTo(operation)
  await forEach(
    [
      'from_date=2026-13-01',
      'from_date=2026-02-30',
      'to_date=yesterday',
      'from_date=2026-12-02&to_date=2026-12-01',
    ],
    async (query) => {
      const answer = await target.call('GET', path, { query })
      assertRefused(answer, 400, 'ERROR_CODE_INVALID_PARAM')
      if (!query.includes('&')) assertField(answer, query.split('=')[0] ?? '')
    },
  )
}
