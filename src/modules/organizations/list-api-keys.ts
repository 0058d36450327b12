import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'

/**
 * Returns one page of an organization's API keys, including revoked ones, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listApiKeys(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    db.selectFrom('apiKeys').selectAll().where('organizationId', '=', organizationId),
    [{ column: 'api_keys.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
