import type { ExpressionBuilder } from 'kysely'
import type { Caller } from '../../auth/caller.ts'
import type { DB } from '../../db/generated/tables.ts'

/** Owner of sessions: an account, or one organization's person who signs in by SSO. */
export type SessionOwner = { accountId: number } | { organizationId: number; userId: number }

/** Returns the owner of a caller's sessions. Null for a caller that is no authenticated person. */
export function sessionOwnerOf({
  authority,
  authenticated,
  accountId,
  organizationId,
  actorId,
}: Caller): SessionOwner | null {
  if (!authenticated || authority === 'app') return null
  if (accountId !== null) return { accountId }
  return organizationId === null || actorId === null ? null : { organizationId, userId: actorId }
}

/** Returns the condition for the sessions of an owner. */
export const ofOwner = (owner: SessionOwner) => (where: ExpressionBuilder<DB, 'sessions'>) =>
  'accountId' in owner
    ? where('accountId', '=', owner.accountId)
    : where.and([where('organizationId', '=', owner.organizationId), where('userId', '=', owner.userId)])
