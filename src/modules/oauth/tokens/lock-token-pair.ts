import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { sha256 } from '../../../lib/secret.ts'
import type { AppRow } from '../apps/find-app.ts'

/**
 * The pair of a refresh token of this client, with its install locked first: of all refreshes and revocations in one
 * install each sees what the one before has done. Undefined when there is none, it is revoked, or its install or, for
 * `self`, its person's place in the team is gone.
 */
export async function lockTokenPair(tx: Transaction, app: AppRow, refreshToken: string) {
  const refreshHash = sha256(refreshToken)
  const install = await tx
    .selectFrom('oauthInstalls')
    .select(['organizationId', 'id', 'actor', 'userId', 'scopes'])
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('revokedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('oauthTokens')
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
