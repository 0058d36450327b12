import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../db/database.ts'
import type { ActorMode, TeamRole } from '../db/generated/tables.ts'
import { databaseNow } from '../db/time.ts'
import { hasValidChecksum, sha256 } from '../lib/secret.ts'
import { SCOPES, type Scope } from './scopes.ts'

export const ACCESS_TOKEN_PREFIX = 'foot_'

/** How long another process may still accept a token after it was revoked here, in milliseconds. */
const CACHE_TTL_MS = 500

/** What an access token is worth at this moment. */
export type AccessTokenRecord = {
  id: number
  organizationId: number
  portalUrl: string | null
  installId: number
  actor: ActorMode
  /** The person of `self`, the bot of `app`. */
  userId: number
  role: TeamRole | null
  blocked: boolean
  scopes: ReadonlySet<Scope>
  expiresAt: Date
  /** Until when this process accepts it, by `performance.now()`: a wall clock that is wrong or set changes nothing. */
  validUntil: number
}

export type AccessTokens = {
  /** What the token is worth; null when it is unknown, expired, rotated or revoked, or its install, app or person is gone. */
  find(token: string): Promise<AccessTokenRecord | null>
  /** Makes this process forget what it knows, after any of that has changed. */
  clear(): void
}

/**
 * Resolves access tokens (contract chapter 5) with one indexed statement per token and half second, shared by
 * all who ask meanwhile: whatever ends a token, an install, an app, a role or a membership is felt in every
 * process within that time. When a token expires is for the database's clock: it tells how long the token lasts from
 * the moment at which it is asked, and the monotonic clock of this process measures that.
 */
export function createAccessTokens(db: Db): AccessTokens {
  const cache = new LRUCache<string, Promise<AccessTokenRecord | null>>({ max: 10_000, ttl: CACHE_TTL_MS })
  return {
    async find(token) {
      if (!hasValidChecksum(token, ACCESS_TOKEN_PREFIX)) return null
      let entry = cache.get(token)
      if (!entry) {
        entry = load(db, token)
        cache.set(token, entry)
        entry.catch(() => cache.delete(token))
      }
      const found = await entry
      return found && performance.now() < found.validUntil ? found : null
    },
    clear: () => cache.clear(),
  }
}

/** Whether a bearer token claims to be an access token. */
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

/** Scopes that all lists have; for `self` those that the person's role allows: an admin's all, others' reading ones. */
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
