import { invalidParam } from '../../lib/errors.ts'
import { optionalText, requiredText } from '../../lib/fields.ts'

/** Undefined or null fields are unchanged, or take the default of a new bucket. */
export type BucketChanges = {
  name?: string | null | undefined
  description?: string | null | undefined
  private?: boolean | null | undefined
  requiresModeration?: boolean | null | undefined
  position?: number | null | undefined
}

const MAX_DESCRIPTION = 5000
const LAST_POSITION = 1_000_000

/**
 * Validates the given fields and returns their columns.
 * @throws AppError MISSING_PARAM for a blank name, INVALID_PARAM for a position out of range
 */
export function bucketFields({
  name,
  description,
  private: isPrivate,
  requiresModeration,
  position,
}: BucketChanges) {
  if (position != null && (position < 0 || position > LAST_POSITION))
    throw invalidParam('position', `must be between 0 and ${LAST_POSITION}`)
  return {
    ...(name != null && { name: requiredText('name', name) }),
    ...(description != null && {
      description: optionalText('description', description, MAX_DESCRIPTION) ?? '',
    }),
    ...(isPrivate != null && { private: isPrivate }),
    ...(requiresModeration != null && { requiresModeration }),
    ...(position != null && { position }),
  }
}
