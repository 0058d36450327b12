import { AppError, fieldErrors } from '../../../lib/errors.ts'
import type { Context } from '../../context.ts'

/** Options of the input field `ifUnchangedSince` of an update. */
export const IF_UNCHANGED_SINCE = {
  type: 'DateTime',
  description: '`updatedAt` as read. The update fails with `CONFLICT` if the object was updated after it.',
} as const

/**
 * Returns the input of an update without the nulls of fields that cannot be empty.
 * @throws AppError INVALID_PARAM for a null in one of `required`, UNPROCESSABLE for an input that contains no
 * field but the id. Neither is an error through REST, where a null and an omitted field mean no change.
 */
export function assertChanges<Input extends object>(
  { acceptsEmptyUpdates }: Pick<Context, 'acceptsEmptyUpdates'>,
  input: Input,
  required: readonly (keyof Input & string)[] = [],
): Input {
  const empty = required.filter((field) => input[field] === null)
  if (!acceptsEmptyUpdates) {
    if (empty.length > 0)
      throw fieldErrors(
        'INVALID_PARAM',
        Object.fromEntries(empty.map((field) => [field, ['must not be null']])),
      )
    const given = Object.keys(input).filter((field) => !UNCHANGING.has(field))
    if (given.length === 0) throw new AppError('UNPROCESSABLE', 'The input contains no change')
  }
  return Object.fromEntries(
    Object.entries(input).filter(([field]) => !empty.includes(field as keyof Input & string)),
  ) as Input
}

/** Input fields of an update that change nothing. */
const UNCHANGING = new Set(['id', 'clientMutationId', 'ifUnchangedSince'])
