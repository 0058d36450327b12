import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf } from '../../../src/moving/rules/moments.ts'
import { wholeNumber } from '../../../src/moving/rules/numbers.ts'

const digits = (most: number, length: number) =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(length, '0'))

test('the common form of a moment is read as the same moment in another form', () => {
  const day = fc.tuple(fc.integer({ min: 1969, max: 10_000 }), digits(13, 2), digits(32, 2))
  const time = fc.tuple(digits(24, 2), digits(60, 2), digits(60, 2))
  const fraction = fc.constantFrom('', '.1', '.123', '.1239', '.123456789')
  fc.assert(
    fc.property(day, time, fraction, (days, times, rest) => {
      const [date, hours] = [days.join('-'), `${times.join(':')}${rest}`]
      expect(momentOf(`${date}T${hours}Z`)).toBe(momentOf(`${date} ${hours} GMT`))
    }),
    { seed: 20261122, numRuns: 2_000 },
  )
})

test('a day that does not exist is no date in the common form', () => {
  expect(momentOf('2026-02-28T00:00:00Z')).toBe('2026-02-28T00:00:00.000Z')
  expect(momentOf('2026-02-30T00:00:00Z')).toBeNull()
})

test.each([
  ['22/Oct/24 6:22 AM', '2024-10-22T06:22:00.000Z'],
  ['09/Oct/25 1:42 PM', '2025-10-09T13:42:00.000Z'],
  ['2023-03-06 20:08:19 +0000 UTC', '2023-03-06T20:08:19.000Z'],
  ['2023-03-06 20:08:19.123456789 +0200 CEST', '2023-03-06T18:08:19.123Z'],
  ['2025-1-5', '2025-01-05T00:00:00.000Z'],
  ['2025/1/5 7:05', '2025-01-05T07:05:00.000Z'],
  ['5. Januar 2025', '2025-01-05T00:00:00.000Z'],
  ['5. März 2025, 14:05 Uhr', '2025-03-05T14:05:00.000Z'],
  ['14. Mai 2025 um 14:05', '2025-05-14T14:05:00.000Z'],
  ['1er août 2025', '2025-08-01T00:00:00.000Z'],
  ['12 juil. 2025', '2025-07-12T00:00:00.000Z'],
  ['5 de enero de 2025', '2025-01-05T00:00:00.000Z'],
  ['1700000000', '2023-11-14T22:13:20.000Z'],
  ['1700000000123', '2023-11-14T22:13:20.123Z'],
])('%s is the moment %s', (text, moment) => {
  expect(momentOf(text)).toBe(moment)
})

test('local times in other forms are those of the zone', () => {
  expect(momentOf('22/Oct/24 6:22 AM', { timezone: 'Europe/Berlin' })).toBe('2024-10-22T04:22:00.000Z')
  expect(momentOf('1700000000', { timezone: 'Europe/Berlin' })).toBe('2023-11-14T22:13:20.000Z')
})

test.each(['31/Feb/24', '12 jui. 2025', '5. Fooar 2025', '2025-13-1', '12345', '5.5.', '2025-1-5x'])(
  '%s is no date',
  (text) => {
    expect(momentOf(text)).toBeNull()
  },
)

test.each([
  ['3', 3],
  ['+3', 3],
  ['3.0', 3],
  ['3,00', 3],
  ['1E+05', 100_000],
  ['1.5e3', 1_500],
  ['1.234', 1_234],
  ['1.000', 1_000],
  ['3.5', null],
  ['1.5e0', null],
  ['9e99', null],
  ['++3', null],
  ['-4', null],
])('the number of %s is %s', (text, number) => {
  expect(wholeNumber(text)).toBe(number)
})
