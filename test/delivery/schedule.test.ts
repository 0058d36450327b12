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

test('a delivered message is done, whichever try it was', () => {
  for (const tries of [1, 4, 99])
    expect(after({ outcome: { kind: 'delivered', status: 204, retryAfterMs: null }, tries })).toEqual({
      state: 'succeeded',
    })
})

test.each([
  [1, 5 * SECOND],
  [2, 300 * SECOND],
  [3, 24 * HOUR],
])('after try %i the next follows the schedule', (tries, wait) => {
  expect(after({ tries })).toEqual(inMs(wait))
})

test('a wait is spread by a tenth to either side', () => {
  expect(after({ random: 0 })).toEqual(inMs(4500))
  expect(after({ random: 0.999_999 })).toEqual(inMs(5500))
})

test('a delivery whose schedule is exhausted has failed, and its webhook stays', () => {
  expect(after({ tries: 4 })).toEqual({ state: 'failed', disable: false })
  expect(after({ schedule: [] })).toEqual({ state: 'failed', disable: false })
})

test('the answer 410 fails and disables at once', () => {
  expect(after({ outcome: { ...FAILED, status: 410 } })).toEqual({ state: 'failed', disable: true })
})

test.each(['failed', 'refused'] as const)('an attempt without an answer that %s is made again', (kind) => {
  expect(after({ outcome: { kind, status: null, retryAfterMs: null } })).toEqual(inMs(5 * SECOND))
})

describe('a receiver that says when to come again', () => {
  const asking = (retryAfterMs: number, changes: Partial<Attempt> = {}) =>
    after({ outcome: { kind: 'failed', status: 503, retryAfterMs }, ...changes })

  test('is not asked earlier', () => expect(asking(2 * HOUR, { random: 0 })).toEqual(inMs(2 * HOUR)))
  test('does not shorten the schedule', () => expect(asking(SECOND)).toEqual(inMs(5 * SECOND)))
  test('waits a day at most', () => expect(asking(90 * HOUR)).toEqual(inMs(24 * HOUR)))
  test('gets no further try than the schedule has', () =>
    expect(asking(SECOND, { tries: 4 })).toEqual({ state: 'failed', disable: false }))
})

test('only failures for five days are too long', () => {
  const since = (ms: number) => hasFailedTooLong(new Date(AT.getTime() - ms), AT)
  expect(hasFailedTooLong(null, AT)).toBe(false)
  expect(since(0)).toBe(false)
  expect(since(5 * 24 * HOUR - 1)).toBe(false)
  expect(since(5 * 24 * HOUR)).toBe(true)
})
