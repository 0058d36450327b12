import type { Db } from '../../../db/database.ts'
import { readPage, type PageRequest } from '../../../db/lists/keyset.ts'
import { activeInstalls } from './install-row.ts'

/**
 * Returns one page of an organization's active installs, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listInstalls(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    activeInstalls(db, organizationId),
    [{ column: 'oauth_installs.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
