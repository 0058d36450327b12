import type { ExpressionBuilder } from 'kysely'
import type { DB } from '../../db/generated/tables.ts'
import { databaseNow } from '../../db/time.ts'

/** Seconds after which an invitation expires. */
export const INVITATION_S = 7 * 86_400

export const INVITATION_PREFIX = 'foin_'
/** Random bits of a token. */
export const TOKEN_BITS = 256

/**
 * Returns the condition for invitations that can be accepted. Those of a person who is no admin any more have
 * ended, so that a removed admin keeps no way back.
 */
export const isOpen = (where: ExpressionBuilder<DB, 'invitations'>) =>
  where.and([
    where('invitations.acceptedAt', 'is', null),
    where('invitations.withdrawnAt', 'is', null),
    where('invitations.expiresAt', '>', databaseNow),
    where.exists(
      where
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.organizationId', '=', 'invitations.organizationId')
        .whereRef('users.id', '=', 'invitations.invitedById')
        .where('users.role', '=', 'admin')
        .where('users.blocked', '=', false),
    ),
  ])
