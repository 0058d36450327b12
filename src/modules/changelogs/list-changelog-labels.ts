import type { Db } from '../../db/database.ts'
import type { ChangelogLabel } from '../../db/rows.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/lists/keyset.ts'

const BY_NAME: OrderColumn<ChangelogLabel>[] = [
  { column: 'name', descending: false, type: 'text', value: ({ name }) => name },
  { column: 'id', descending: false, type: 'int', value: ({ id }) => id },
]

/**
 * Returns one page of an organization's changelog labels, sorted by name.
 * @throws AppError INVALID_PARAM for invalid page arguments or an invalid cursor
 */
export function listChangelogLabels(db: Db, organizationId: number, page: PageRequest) {
  const query = db.selectFrom('changelogLabels').selectAll().where('organizationId', '=', organizationId)
  return readPage(db, query, BY_NAME, page)
}
