import { expect, test } from 'vitest'
import { durationInWords } from '../../src/lib/time/duration-in-words.ts'
import { formatLongDate } from '../../src/lib/time/format-date.ts'

test('formats a long date in UTC', () => {
  expect(formatLongDate(new Date('2026-11-21T23:59:59Z'))).toBe('21 November 2026')
  expect(formatLongDate(new Date('2026-01-01T00:00:00Z'))).toBe('1 January 2026')
})

test.each([
  [20, 'less than a minute'],
  [5 * 86_400, '5 days'],
  [365 * 86_400, 'about 1 year'],
  [3600, 'about 1 hour'],
  [60 * 86_400, '2 months'],
])('formats %i seconds as %j', (seconds, words) => {
  const from = new Date('2026-01-01T00:00:00Z')
  expect(durationInWords(from, new Date(from.getTime() + seconds * 1000))).toBe(words)
})
