import type { Db } from '../../db/database.ts'
import { hasValidChecksum, organizationOf, sha256 } from '../../lib/crypto/secret.ts'
import { INVITATION_PREFIX, isOpen, TOKEN_BITS } from './open-invitation.ts'

/**
 * Returns the open invitation of a token, with its organization's name. Null for any other token. Changes
 * nothing.
 */
export async function findOpenInvitation(db: Db, token: string) {
  if (!hasValidChecksum(token, INVITATION_PREFIX)) return null
  const invitation = await db
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organizationId')
    .select(['invitations.organizationId', 'invitations.email', 'invitations.role', 'invitations.expiresAt'])
    .select([
      'organizations.name as organizationName',
      'organizations.avatarUrl as organizationAvatarUrl',
      'organizations.colorPrimary as organizationColor',
    ])
    .where('invitations.organizationId', '=', organizationOf(token, INVITATION_PREFIX, TOKEN_BITS))
    .where('tokenHash', '=', sha256(token))
    .where((where) => isOpen(where as never))
    .executeTakeFirst()
  return invitation ?? null
}
