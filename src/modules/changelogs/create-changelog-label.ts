import type { Db } from '../../db/database.ts'
import { isDuplicate } from '../../db/transaction.ts'
import { now } from '../../lib/time/clock.ts'
import { alreadyExists } from '../../lib/errors.ts'
import { optionalColor, requiredText } from '../../lib/text/fields.ts'

const DEFAULT_COLOR = '#64748b'

/**
 * Creates a label for changelog entries. Returns its row.
 * @throws AppError MISSING_PARAM without a name, ALREADY_EXISTS for a name that exists in any case,
 * INVALID_PARAM for an invalid color
 */
export async function createChangelogLabel(
  db: Db,
  organizationId: number,
  input: { name: string; color?: string | null | undefined },
) {
  const at = now()
  return db
    .insertInto('changelogLabels')
    .values({
      organizationId,
      name: requiredText('name', input.name),
      color: optionalColor('color', input.color) ?? DEFAULT_COLOR,
      createdAt: at,
      updatedAt: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyExists('name') : error
    })
}
