import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { OAuthResource } from '../db/generated/tables.ts'
import { databaseNow, databaseNowPlus } from '../db/time.ts'
import { promiseCache } from '../lib/concurrency/promise-cache.ts'
import { ACCESS_TOKEN_PREFIX, hasValidChecksum, organizationOf, sha256 } from '../lib/crypto/secret.ts'
import { monotonicMs } from '../lib/time/clock.ts'
import {
  effectiveScopes,
  installJoins,
  IS_INSTALL_VALID,
  SELECTED_INSTALL_COLUMNS,
  type InstallAuthority,
  type InstallColumns,
} from './install-authority.ts'

/** How long a process may still accept a token that another process revoked, in milliseconds. */
export const CACHE_TTL_MS = 500
const MAX_CACHED = 10_000
/** Seconds for which a recorded use counts as the last one. */
const RECORDED_S = 60

/** An access token and its current authority. */
export type AccessTokenRecord = InstallAuthority & {
  id: number
  expiresAt: Date
  resource: OAuthResource
  /** Until when this process accepts the token, in `monotonicMs()`. The wall clock has no influence. */
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
      return found && monotonicMs() < found.validUntil ? found : null
    },
    clear: () => cache.clear(),
  }
}

/** Whether a bearer token has the prefix of an access token. */
export const looksLikeAccessToken = (token: string) => token.startsWith(ACCESS_TOKEN_PREFIX)

type Row = InstallColumns & {
  id: number
  organizationId: number
  expiresAt: Date
  resource: OAuthResource
  tokenScopes: string[]
  secondsLeft: number
  /** Whether the last use of the install is recorded. */
  isRecorded: boolean
}

async function load(db: Db, token: string): Promise<AccessTokenRecord | null> {
  const askedAt = monotonicMs()
  const { rows } = await sql<Row>`
    select token.id, token.organization_id as "organizationId", token.access_expires_at as "expiresAt",
      token.resource, token.scopes as "tokenScopes", extract(epoch from token.access_expires_at - ${databaseNow})::float8 as "secondsLeft",
      coalesce(app.kind = 'registered' or install.last_used_at > ${databaseNowPlus(-RECORDED_S)}, false) as "isRecorded",
      ${SELECTED_INSTALL_COLUMNS}
    from oauth_tokens token ${installJoins('token')}
    where token.access_hash = ${sha256(token)} and token.organization_id = ${organizationOf(token, ACCESS_TOKEN_PREFIX)}
      and token.rotated_at is null and token.revoked_at is null and ${IS_INSTALL_VALID}`.execute(db)
  const [row] = rows
  if (!row) return null
  if (!row.isRecorded) await recordUse(db, row)
  const { tokenScopes, installScopes, secondsLeft, ...found } = row
  return {
    ...found,
    scopes: effectiveScopes([tokenScopes, installScopes, row.declaredScopes], row),
    validUntil: askedAt + secondsLeft * 1000,
  }
}

/**
 * Records that an install of a public client is used. At most one of several processes writes. The token is valid also
 * while the database takes no writes.
 */
async function recordUse(db: Db, { organizationId, installId }: Row): Promise<void> {
  await sql`update oauth_installs set last_used_at = ${databaseNow} where organization_id = ${organizationId}
    and id = ${installId} and (last_used_at is null or last_used_at <= ${databaseNowPlus(-RECORDED_S)})`
    .execute(db)
    .catch(() => null)
}
