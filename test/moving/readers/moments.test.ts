import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf } from '../../../src/moving/rules/moments.ts'

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
