import { parseTimestamp } from '../../src/lib/time/parse-timestamp.ts'
import { hasAmbiguousOrder } from '../../src/lib/time/parse-datetime.ts'
import { invalidParam } from '../../src/lib/errors.ts'

/**
 * Converts the time in a field from any accepted format (contract 3.4) to ISO 8601. Returns undefined and null
 * unchanged.
 * @throws AppError INVALID_PARAM for any other format, with the reason for an ambiguous one
 */
export function toTimestamp<None extends null | undefined>(
  field: string,
  value: string | number | None,
): string | None {
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const time = parseTimestamp(value)
  if (!time) throw invalidParam(field, problemOf(String(value)))
  return time.toISOString()
}

const problemOf = (text: string) =>
  hasAmbiguousOrder(text)
    ? 'has an ambiguous order of day and month: send the year first, as in 2026-12-24'
    : 'is not a date that can be read'
