import { parseTimestamp } from '../../src/lib/time/parse-timestamp.ts'
import { hasAmbiguousOrder } from '../../src/lib/time/parse-datetime.ts'
import { invalidParam } from '../../src/lib/errors.ts'

/**
 * Converts `scheduled_published_at` from any accepted format (contract 3) to ISO 8601. Returns undefined and
 * null unchanged.
 * @throws AppError INVALID_PARAM for any other format
 */
export function scheduledTime(value: string | number | null | undefined): string | null | undefined {
  if (value == null) return value
  const moment = parseTimestamp(value)
  if (!moment) throw invalidParam('scheduled_published_at', problemOf(String(value)))
  return moment.toISOString()
}

const problemOf = (text: string) =>
  hasAmbiguousOrder(text)
    ? 'has an ambiguous order of day and month: send the year first, as in 2026-12-24'
    : 'is not a date that can be read'
