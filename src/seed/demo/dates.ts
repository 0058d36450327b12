import { randomOf } from '../random.ts'

export const DAY_MS = 86_400_000
const MAX_HOURS = 9

/**
 * Returns the time `days` days before `at`, minus up to 9 hours derived from `key`, so that times of day
 * vary.
 */
export function daysBefore(at: Date, days: number, key: string): Date {
  return new Date(at.getTime() - days * DAY_MS - scatter(key))
}

/** Returns the time `days` days after `start`, plus up to 9 hours derived from `key`, at most `end`. */
export function daysAfter(start: Date, days: number, key: string, end: Date): Date {
  return new Date(Math.min(start.getTime() + days * DAY_MS + scatter(key), end.getTime()))
}

function scatter(key: string): number {
  return Math.floor(randomOf('scatter', key).next() * MAX_HOURS * 3_600_000)
}
