import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'

/**
 * Returns one page of the organizations in which an account has accepted to be a person, sorted by name.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listOrganizations(db: Db, accountId: number, page: PageRequest) {
  return readPage(
    db,
    db
      .selectFrom('organizations')
      .innerJoin('users', 'users.organizationId', 'organizations.id')
      .selectAll('organizations')
      .where('users.accountId', '=', accountId)
      .where('users.acceptedAt', 'is not', null),
    [
      { column: 'organizations.name', descending: false, type: 'text', value: ({ name }) => name },
      { column: 'organizations.id', descending: false, type: 'int', value: ({ id }) => id },
    ],
    page,
  )
}
