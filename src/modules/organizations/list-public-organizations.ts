import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'

/**
 * Returns one page of the organizations whose public pages everyone may read, sorted by name.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listPublicOrganizations(db: Db, page: PageRequest) {
  return readPage(
    db,
    db.selectFrom('organizations').selectAll('organizations').where('visibility', '=', 'public'),
    [
      { column: 'organizations.name', descending: false, type: 'text', value: ({ name }) => name },
      { column: 'organizations.id', descending: false, type: 'int', value: ({ id }) => id },
    ],
    page,
  )
}
