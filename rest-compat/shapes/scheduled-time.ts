import { parseTimestamp } from '../../src/lib/time/format-date.ts'
import { invalidParam } from '../../src/lib/errors.ts'

/**
 * Converts `scheduled_published_at` from any accepted format (contract 3) to ISO 8601. Returns undefined and
 * null unchanged.
 * @throws AppError INVALID_PARAM for any other format
 */
export function scheduledTime(value: string | number | null | undefined): string | null | undefined {
  if (value == null) return value
  const moment = parseTimestamp(value)
  if (!moment) throw invalidParam('scheduled_published_at', 'is not a date that can be read')
  return moment.toISOString()
}
