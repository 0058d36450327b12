import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'
import { databaseNow } from '../../db/time.ts'
import { ofOwner, type SessionOwner } from './session-owner.ts'

/**
 * Returns one page of the current sessions of an owner, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listSessions(db: Db, owner: SessionOwner, page: PageRequest) {
  return readPage(
    db,
    db.selectFrom('sessions').selectAll().where(ofOwner(owner)).where('expiresAt', '>', databaseNow),
    [{ column: 'sessions.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
