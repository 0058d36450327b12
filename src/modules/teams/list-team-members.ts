import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'

/**
 * Returns one page of an organization's team, in the order of joining.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listTeamMembers(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    db
      .selectFrom('users')
      .select(['id', 'role', 'joinedTeamAt', 'roleChangedAt', 'acceptedAt', 'createdAt'])
      .where('organizationId', '=', organizationId)
      .where('role', 'is not', null),
    [
      {
        column: 'users.joined_team_at',
        descending: false,
        type: 'timestamptz',
        value: ({ joinedTeamAt, createdAt }) => (joinedTeamAt ?? createdAt).toISOString(),
      },
      { column: 'users.id', descending: false, type: 'int', value: ({ id }) => id },
    ],
    page,
  )
}
