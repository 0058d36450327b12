import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/keyset.ts'

/** One page of an organization's API keys, newest first, revoked ones included. @throws AppError INVALID_PARAM for a bad page */
export function listApiKeys(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db.selectFrom('apiKeys').selectAll().where('organizationId', '=', organizationId),
    [{ column: 'api_keys.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
