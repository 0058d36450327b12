import { optionalText, requiredText } from '../../lib/text/fields.ts'

/** Undefined or null fields are unchanged, or take the default of a new bucket. */
export type BucketChanges = {
  name?: string | null | undefined
  description?: string | null | undefined
  private?: boolean | null | undefined
  requiresModeration?: boolean | null | undefined
}

const MAX_DESCRIPTION = 5000

/**
 * Validates the given fields and returns their columns.
 * @throws AppError MISSING_PARAM for a blank name, UNPROCESSABLE for a text that is too long
 */
export function bucketFields({ name, description, private: isPrivate, requiresModeration }: BucketChanges) {
  return {
    ...(name != null && { name: requiredText('name', name) }),
    ...(description != null && {
      description: optionalText('description', description, MAX_DESCRIPTION) ?? '',
    }),
    ...(isPrivate != null && { private: isPrivate }),
    ...(requiresModeration != null && { requiresModeration }),
  }
}
