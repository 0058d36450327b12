import type { StatusKind } from '../../db/generated/tables.ts'
import { invalidParam } from '../../lib/errors.ts'
import { optionalColor, requiredText } from '../../lib/text/fields.ts'

/** Undefined or null fields are unchanged, or take the default of a new status. */
export type StatusChanges = {
  name?: string | null | undefined
  kind?: StatusKind | null | undefined
  color?: string | null | undefined
  percentage?: number | null | undefined
}

/**
 * Validates the given fields and returns their columns.
 * @throws AppError MISSING_PARAM for a blank name, INVALID_PARAM for an invalid color or percentage
 */
export function statusFields({ name, kind, color, percentage }: StatusChanges) {
  const hex = optionalColor('color', color)
  if (percentage != null && !(percentage >= 0 && percentage <= 100))
    throw invalidParam('percentage', 'must be between 0 and 100')
  return {
    ...(name != null && { name: requiredText('name', name) }),
    ...(kind != null && { kind }),
    ...(hex !== null && { color: hex }),
    ...(percentage != null && { percentage }),
  }
}
