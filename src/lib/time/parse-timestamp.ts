import { parseDatetime } from './parse-datetime.ts'

/**
 * Parses a timestamp (contract 3): ISO 8601, RFC 2822, `2026-12-24 18:00`, `2026/12/24`, `20261224`, `24 Dec
 * 2026`, `24-Dec-2026`, `24th December 2026`, `December 24, 2026 6pm`, seconds (9 to 12 digits) and milliseconds
 * (13 to 15 digits) since 1970. The default zone is UTC. Null for other forms, invalid dates and ambiguous orders
 * (`12/11/2026`). Years 1970 to 9999.
 */
export function parseTimestamp(value: string | number): Date | null {
  const text = String(value)
  if (!/^\d{9,15}$/.test(text))
    return typeof value === 'string' || DAY.test(text) ? parseDatetime(text) : null
  const milliseconds = Number(text) * (text.length <= 12 ? 1000 : 1)
  return milliseconds <= LAST_MILLISECOND ? new Date(milliseconds) : null
}

/** A day without separators. */
const DAY = /^\d{8}$/

/** Last time that a timestamp can name, in milliseconds since 1970. */
export const LAST_MILLISECOND = Date.UTC(9999, 11, 31, 23, 59, 59, 999)
