import { invalidParam } from '../errors.ts'

/**
 * Checks that a date range does not end before it begins.
 * @throws AppError INVALID_PARAM on `createdFrom`
 */
export function assertDateRange(
  span: { createdFrom?: Date | null | undefined; createdBefore?: Date | null | undefined } | null | undefined,
): void {
  if (span?.createdFrom && span.createdBefore && span.createdFrom >= span.createdBefore) {
    throw invalidParam('createdFrom', 'must not be after the end of the span')
  }
}
