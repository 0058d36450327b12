import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'

/**
 * Returns one page of an organization's tags, sorted by name.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listTags(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    db.selectFrom('tags').selectAll().where('organizationId', '=', organizationId),
    [
      { column: 'tags.name', descending: false, type: 'text', value: ({ name }) => name },
      { column: 'tags.id', descending: false, type: 'int', value: ({ id }) => id },
    ],
    page,
  )
}
