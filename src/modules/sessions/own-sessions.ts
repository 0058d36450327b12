import type { Caller } from '../../auth/caller.ts'
import { forbidden } from '../../lib/errors.ts'
import { sessionOwnerOf, type SessionOwner } from './session-owner.ts'

/**
 * Returns the owner of the sessions that a caller manages.
 * @throws AppError FORBIDDEN for a caller that is no person
 */
export function ownSessions(caller: Caller): SessionOwner {
  const owner = sessionOwnerOf(caller)
  if (!owner) throw forbidden('This requires a user token')
  return owner
}
