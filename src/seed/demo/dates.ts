import { randomOf } from '../random.ts'

export const DAY_MS = 86_400_000
const MAX_HOURS = 9

/** The moment so many days before `at`, a few hours earlier as `key` says, so that not all happens at one time of day. */
export function daysBefore(at: Date, days: number, key: string): Date {
  return new Date(at.getTime() - days * DAY_MS - scatter(key))
}

/** The moment so many days after `start`, a few hours later as `key` says, but never after `end`. */
export function daysAfter(start: Date, days: number, key: string, end: Date): Date {
  return new Date(Math.min(start.getTime() + days * DAY_MS + scatter(key), end.getTime()))
}

/** A moment between two, the same for the same key. */
export function between(start: Date, end: Date, key: string): Date {
  const from = start.getTime()
  return new Date(Math.floor(from + Math.max(0, end.getTime() - from) * randomOf('between', key).next()))
}

function scatter(key: string): number {
  return Math.floor(randomOf('scatter', key).next() * MAX_HOURS * 3_600_000)
}
