import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ActorMode, TeamRole } from '../db/generated/tables.ts'
import { databaseNow } from '../db/time.ts'
import { promiseCache } from '../lib/promise-cache.ts'
import { hasValidChecksum, sha256 } from '../lib/secret.ts'
import { SCOPES, type Scope } from './scopes.ts'

export const ACCESS_TOKEN_PREFIX = 'foot_'

/** How long a process may still accept a token that another process revoked, in milliseconds. */
const CACHE_TTL_MS = 500
const MAX_CACHED = 10_000

/** An access token and its current authority. */
export type AccessTokenRecord = {
  id: number
  organizationId: number
  portalUrl: string | null
  installId: number
  actor: ActorMode
  /** The user of `self`, the bot user of `app`. */
  userId: number
  role: TeamRole | null
  blocked: boolean
  scopes: ReadonlySet<Scope>
  expiresAt: Date
  /** Until when this process accepts the token, in `performance.now()`. The wall clock has no influence. */
  validUntil: number
}

export type AccessTokens = {
  /**
   * Returns the token's record. Null when it is unknown, expired, rotated or revoked, or its install, app or
   * user no longer permits it.
   */
  find(token: string): Promise<AccessTokenRecord | null>
  /** Clears the cache after a change of any of these. */
  clear(): void
}

/**
 * Resolves access tokens (contract 5) with one indexed statement per token and half second, which concurrent
 * callers share. All processes apply a change of a token, install, app, role or membership within that time.
 * Expiry is decided by the database's clock. The remaining lifetime it returns is measured with this
 * process's monotonic clock.
 */
export function createAccessTokens(db: Db): AccessTokens {
  const cache = promiseCache<AccessTokenRecord | null>({ max: MAX_CACHED, ttlMs: CACHE_TTL_MS })
  return {
    async find(token) {
      if (!hasValidChecksum(token, ACCESS_TOKEN_PREFIX)) return null
      const found = await cache.fetch(token, () => load(db, token))
      return found && performance.now() < found.validUntil ? found : null
    },
    clear: () => cache.clear(),
  }
}

/** Whether a bearer token has the prefix of an access token. */
export const looksLikeAccessToken = (token: string) => token.startsWith(ACCESS_TOKEN_PREFIX)

async function load(db: Db, token: string): Promise<AccessTokenRecord | null> {
  const askedAt = performance.now()
  const row = await db
    .selectFrom('oauthTokens as token')
    .innerJoin('oauthInstalls as install', (join) =>
      join
        .onRef('install.organizationId', '=', 'token.organizationId')
        .onRef('install.id', '=', 'token.installId'),
    )
    .innerJoin('oauthApps as app', (join) =>
      join
        .onRef('app.organizationId', '=', 'install.appOrganizationId')
        .onRef('app.id', '=', 'install.appId'),
    )
    .innerJoin('users as user', (join) =>
      join
        .onRef('user.organizationId', '=', 'install.organizationId')
        .onRef('user.id', '=', 'install.userId'),
    )
    .innerJoin('organizations as organization', 'organization.id', 'token.organizationId')
    .select([
      'token.id',
      'token.organizationId',
      'organization.portalUrl',
      'token.installId',
      'install.actor',
      'install.userId',
      'user.role',
      'user.blocked',
      'token.accessExpiresAt as expiresAt',
      'token.scopes as tokenScopes',
      'install.scopes as installScopes',
      'app.declaredScopes',
    ])
    .select(
      sql<number>`extract(epoch from token.access_expires_at - ${databaseNow})::float8`.as('secondsLeft'),
    )
    .where('token.accessHash', '=', sha256(token))
    .where('token.rotatedAt', 'is', null)
    .where('token.revokedAt', 'is', null)
    .where('install.revokedAt', 'is', null)
    .where('app.suspendedAt', 'is', null)
    .executeTakeFirst()
  if (!row || (row.actor === 'self' && row.role === null)) return null
  const { tokenScopes, installScopes, declaredScopes, secondsLeft, ...found } = row
  return {
    ...found,
    scopes: effectiveScopes([tokenScopes, installScopes, declaredScopes], row),
    validUntil: askedAt + secondsLeft * 1000,
  }
}

/**
 * Returns the scopes in all lists. For `self`, only an admin's install includes scopes other than `:read`.
 */
export function effectiveScopes(
  lists: string[][],
  { actor, role }: { actor: ActorMode; role: TeamRole | null },
): ReadonlySet<Scope> {
  const allowed = (Object.keys(SCOPES) as Scope[]).filter(
    (scope) =>
      lists.every((list) => list.includes(scope)) &&
      (actor === 'app' || role === 'admin' || scope.endsWith(':read')),
  )
  return new Set(allowed)
}
