import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { ActorMode, AgentAccess, TeamRole } from '../../../db/generated/tables.ts'
import { databaseNow } from '../../../db/time.ts'
import { organizationOf, sha256 } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { REFRESH_TOKEN_PREFIX } from './issue-tokens.ts'

/**
 * Locks the install of a refresh token of this client and returns the pair. Refreshes and revocations of one
 * install are serialized, so each sees the result of the previous one. Returns undefined if the pair does not
 * exist or is revoked, or if its install is revoked. The same applies if the person of a `self` install has
 * left the team, and if the organization no longer permits the public client.
 */
export async function lockTokenPair(tx: Transaction, app: AppRow, refreshToken: string) {
  const refreshHash = sha256(refreshToken)
  const organizationId = organizationOf(refreshToken, REFRESH_TOKEN_PREFIX)
  const install = await lockInstallOf(tx, app, { organizationId, refreshHash })
  if (!install) return undefined
  const pair = await tx
    .selectFrom('oauthTokens')
    .innerJoin('users', (join) =>
      join
        .onRef('users.organizationId', '=', 'oauthTokens.organizationId')
        .on('users.id', '=', install.userId),
    )
    .innerJoin('organizations', 'organizations.id', 'oauthTokens.organizationId')
    .select([
      'oauthTokens.id',
      'installId',
      'codeId',
      'grantScopes',
      'resource',
      'rotatedAt',
      'replacement',
      'role',
      'agentAccess',
    ])
    // Reads the time after the wait for the lock on the install.
    .select(sql<number>`extract(epoch from ${databaseNow} - rotated_at)::float8`.as('secondsSinceRotation'))
    .where('oauthTokens.organizationId', '=', install.organizationId)
    .where('refreshHash', '=', refreshHash)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (!pair || !mayAct(app, install.actor, pair)) return undefined
  return { ...pair, organizationId: install.organizationId, installScopes: install.scopes }
}

/** Whether an install may act at this moment, as `IS_INSTALL_VALID` decides at each request. */
function mayAct(
  { kind }: AppRow,
  actor: ActorMode,
  { role, agentAccess }: { role: TeamRole | null; agentAccess: AgentAccess },
): boolean {
  if (actor === 'self' && role === null) return false
  if (kind === 'registered' || agentAccess === 'team') return true
  return agentAccess === 'admins' && (actor === 'app' || role === 'admin')
}

/** Locks the install of an app to which a refresh token belongs, unless it is revoked. */
function lockInstallOf(
  tx: Transaction,
  app: AppRow,
  { organizationId, refreshHash }: { organizationId: number; refreshHash: Buffer },
) {
  return tx
    .selectFrom('oauthInstalls')
    .select(['organizationId', 'id', 'actor', 'userId', 'scopes'])
    .where('organizationId', '=', organizationId)
    .where('appOrganizationId', '=', app.organizationId)
    .where('appId', '=', app.id)
    .where('revokedAt', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('oauthTokens')
          .select('oauthTokens.id')
          .where('oauthTokens.organizationId', '=', organizationId)
          .whereRef('oauthTokens.installId', '=', 'oauthInstalls.id')
          .where('refreshHash', '=', refreshHash),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export type LockedPair = NonNullable<Awaited<ReturnType<typeof lockTokenPair>>>
