import { parseTimestamp } from '../../src/lib/time/format-date.ts'
import { invalidParam } from '../../src/lib/errors.ts'

/**
 * `scheduled_published_at` in any of its forms (contract chapter 3) as the schema takes it: ISO 8601.
 * Undefined and null as they are.
 * @throws AppError INVALID_PARAM for what has none of the forms: nothing is guessed
 */
export function scheduledTime(value: string | number | null | undefined): string | null | undefined {
  if (value == null) return value
  const moment = parseTimestamp(value)
  if (!moment) throw invalidParam('scheduled_published_at', 'is not a date that can be read')
  return moment.toISOString()
}
