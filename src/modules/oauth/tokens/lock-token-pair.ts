import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { sha256 } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'

/**
 * Locks the install of a refresh token of this client and returns the pair. Refreshes and revocations of one
 * install are serialized, so each sees the result of the previous one. Returns undefined if the pair does not
 * exist or is revoked, or if its install is revoked. The same applies if the person of a `self` install has
 * left the team.
 */
export async function lockTokenPair(tx: Transaction, app: AppRow, refreshToken: string) {
  const refreshHash = sha256(refreshToken)
  const install = await tx
    .selectFrom('oauthInstalls')
    .select(['organizationId', 'id', 'actor', 'userId', 'scopes'])
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('revokedAt', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('oauthTokens')
          .select('oauthTokens.id')
          .whereRef('oauthTokens.organizationId', '=', 'oauthInstalls.organizationId')
          .whereRef('oauthTokens.installId', '=', 'oauthInstalls.id')
          .where('refreshHash', '=', refreshHash),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!install) return undefined
  const pair = await tx
    .selectFrom('oauthTokens')
    .innerJoin('users', (join) =>
      join
        .onRef('users.organizationId', '=', 'oauthTokens.organizationId')
        .on('users.id', '=', install.userId),
    )
    .select(['oauthTokens.id', 'installId', 'codeId', 'grantScopes', 'rotatedAt', 'replacement', 'role'])
    // Reads the time after the wait for the lock on the install.
    .select(sql<number>`extract(epoch from ${databaseNow} - rotated_at)::float8`.as('secondsSinceRotation'))
    .where('oauthTokens.organizationId', '=', install.organizationId)
    .where('refreshHash', '=', refreshHash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (!pair || (install.actor === 'self' && pair.role === null)) return undefined
  return { ...pair, organizationId: install.organizationId, installScopes: install.scopes }
}

export type LockedPair = NonNullable<Awaited<ReturnType<typeof lockTokenPair>>>
