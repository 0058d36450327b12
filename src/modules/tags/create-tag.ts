import type { Db } from '../../db/database.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { now } from '../../lib/time/clock.ts'
import { alreadyExists } from '../../lib/errors.ts'
import { optionalColor, requiredText } from '../../lib/fields.ts'

const DEFAULT_COLOR = '#6366f1'

/**
 * Makes a tag. Returns its row.
 * @throws AppError MISSING_PARAM without a name, ALREADY_EXISTS when it is taken in whatever case,
 * INVALID_PARAM for what is no color
 */
export async function createTag(
  db: Db,
  organizationId: number,
  input: { name: string; color?: string | null },
) {
  const name = tagName(input.name)
  const color = optionalColor('color', input.color) ?? DEFAULT_COLOR
  return db
    .insertInto('tags')
    .values({ organizationId, name, color, createdAt: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
}

/** A tag's name, checked. @throws AppError MISSING_PARAM when blank */
export const tagName = (name: string) => requiredText('name', name)

/** Throws ALREADY_EXISTS for the refusal of a name that is taken, any other error as it is. */
export function refuseTaken(error: unknown): never {
  throw isDuplicate(error, 'tags_name_key') ? alreadyExists('name') : error
}
