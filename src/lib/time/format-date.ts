import { formatDistance } from 'date-fns/formatDistance'
import { parseDatetime } from './parse-datetime.ts'

/** A calendar day `YYYY-MM-DD` as its first moment in UTC; null for any other form and for days that do not exist. Years 1970–9999. */
export function parseDate(value: string): Date | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? parseDatetime(value) : null
}

/**
 * A moment as people and programs write it (contract, chapter 3): ISO 8601, RFC 2822, `2026-12-24 18:00`,
 * `24 Dec 2026`, `December 24, 2026 6pm`, Unix seconds (9–12 digits). Without a zone it is UTC. Null for anything else, for
 * impossible days and ambiguous orders (`12/11/2026`): nothing is guessed. Years 1970–9999.
 */
export function parseTimestamp(value: string | number): Date | null {
  const text = String(value)
  if (/^\d{9,12}$/.test(text)) return Number(text) <= LAST_SECOND ? new Date(Number(text) * 1000) : null
  return typeof value === 'string' ? parseDatetime(value) : null
}

/** A day as in a letter, in UTC: `21 November 2026`. */
export function formatLongDate(date: Date): string {
  return LONG.format(date)
}

/** The time between two moments in words: "less than a minute", "5 days", "about 1 year". */
export function durationInWords(from: Date, to: Date): string {
  return formatDistance(from, to)
}

const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000
const LONG = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
