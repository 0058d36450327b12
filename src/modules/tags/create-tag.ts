import type { Transaction } from '../../db/database.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { now } from '../../lib/time/clock.ts'
import { alreadyExists } from '../../lib/errors.ts'
import { optionalColor, requiredText } from '../../lib/text/fields.ts'
import { storeDocuments } from '../search/store-documents.ts'

const DEFAULT_COLOR = '#6366f1'

/**
 * Creates a tag. Returns its row.
 * @throws AppError MISSING_PARAM without a name, ALREADY_EXISTS for a name that exists in any case,
 * INVALID_PARAM for an invalid color
 */
export async function createTag(
  tx: Transaction,
  organizationId: number,
  input: { name: string; color?: string | null | undefined },
) {
  const name = tagName(input.name)
  const color = optionalColor('color', input.color) ?? DEFAULT_COLOR
  const at = now()
  const tag = await tx
    .insertInto('tags')
    .values({ organizationId, name, color, createdAt: at, updatedAt: at })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(refuseTaken)
  await storeDocuments(tx, 'tag', organizationId, [{ id: tag.id, title: name, body: '' }])
  return tag
}

/** Validates the name of a tag. @throws AppError MISSING_PARAM if blank */
export const tagName = (name: string) => requiredText('name', name)

/** Throws ALREADY_EXISTS for a duplicate name, and any other error unchanged. */
export function refuseTaken(error: unknown): never {
  throw isDuplicate(error, 'tags_name_key') ? alreadyExists('name') : error
}
