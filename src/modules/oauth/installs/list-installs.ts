import type { Db } from '../../../db/database.ts'
import { readPage, type PageRequest } from '../../../db/keyset.ts'
import { activeInstalls } from './install-row.ts'

/** One page of an organization's installs, newest first, removed ones left out. @throws AppError INVALID_PARAM for a bad page */
export function listInstalls(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    activeInstalls(db, organizationId),
    [{ column: 'oauth_installs.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
