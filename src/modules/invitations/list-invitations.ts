import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'
import { isOpen } from './open-invitation.ts'

/**
 * Returns one page of an organization's open invitations, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listInvitations(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    db.selectFrom('invitations').selectAll().where('organizationId', '=', organizationId).where(isOpen),
    [{ column: 'invitations.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
