import { invalidParam } from '../errors.ts'

/**
 * Checks that a date range does not end before it begins. One that ends where it begins contains nothing. `field` names
 * its start.
 * @throws AppError INVALID_PARAM on `field`
 */
export function assertDateRange(
  span: { createdFrom?: Date | null | undefined; createdTo?: Date | null | undefined } | null | undefined,
  field = 'filter.createdFrom',
): void {
  if (span?.createdFrom && span.createdTo && span.createdFrom > span.createdTo) {
    throw invalidParam(field, `must not be after "${field.replace(/from$/, 'to').replace(/From$/, 'To')}"`)
  }
}
