import { describe, expect, test } from 'vitest'
import { hasFailedTooLong, nextState } from '../../src/delivery/schedule.ts'

const AT = new Date('2026-03-01T12:00:00Z')
const SECOND = 1000
const HOUR = 3_600_000
const SCHEDULE = [5 * SECOND, 300 * SECOND, 24 * HOUR]
const FAILED = { kind: 'failed', status: 500, retryAfterMs: null } as const

type Attempt = Parameters<typeof nextState>[0]
const after = (changes: Partial<Attempt>) =>
  nextState({ outcome: FAILED, tries: 1, schedule: SCHEDULE, at: AT, random: 0.5, ...changes })
const inMs = (ms: number) => ({ state: 'pending', dueAt: new Date(AT.getTime() + ms) })

test('a delivered message ends the delivery, whichever attempt it was', () => {
  for (const tries of [1, 4, 99])
    expect(after({ outcome: { kind: 'delivered', status: 204, retryAfterMs: null }, tries })).toEqual({
      state: 'succeeded',
    })
})

test.each([
  [1, 5 * SECOND],
  [2, 300 * SECOND],
  [3, 24 * HOUR],
])('after attempt %i the next follows the schedule', (tries, wait) => {
  expect(after({ tries })).toEqual(inMs(wait))
})

test('a delay varies randomly by a tenth in both directions', () => {
  expect(after({ random: 0 })).toEqual(inMs(4500))
  expect(after({ random: 0.999_999 })).toEqual(inMs(5500))
})

test('a delivery with an exhausted schedule fails, and its webhook stays enabled', () => {
  expect(after({ tries: 4 })).toEqual({ state: 'failed', disable: false })
  expect(after({ schedule: [] })).toEqual({ state: 'failed', disable: false })
})

test('a 410 response fails the delivery and disables the webhook at once', () => {
  expect(after({ outcome: { ...FAILED, status: 410 } })).toEqual({ state: 'failed', disable: true })
})

test.each(['failed', 'refused'] as const)('an attempt without a response that %s is repeated', (kind) => {
  expect(after({ outcome: { kind, status: null, retryAfterMs: null } })).toEqual(inMs(5 * SECOND))
})

describe('the Retry-After of a receiver', () => {
  const asking = (retryAfterMs: number, changes: Partial<Attempt> = {}) =>
    after({ outcome: { kind: 'failed', status: 503, retryAfterMs }, ...changes })

  test('delays the next attempt', () => expect(asking(2 * HOUR, { random: 0 })).toEqual(inMs(2 * HOUR)))
  test('does not shorten the schedule', () => expect(asking(SECOND)).toEqual(inMs(5 * SECOND)))
  test('delays by a day at most', () => expect(asking(90 * HOUR)).toEqual(inMs(24 * HOUR)))
  test('adds no attempt to the schedule', () =>
    expect(asking(SECOND, { tries: 4 })).toEqual({ state: 'failed', disable: false }))
})

test('a webhook has failed too long after five days without a success', () => {
  const since = (ms: number) => hasFailedTooLong(new Date(AT.getTime() - ms), AT)
  expect(hasFailedTooLong(null, AT)).toBe(false)
  expect(since(0)).toBe(false)
  expect(since(5 * 24 * HOUR - 1)).toBe(false)
  expect(since(5 * 24 * HOUR)).toBe(true)
})
