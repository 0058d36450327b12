import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { TeamRole } from '../db/generated/tables.ts'
import { databaseNow, databaseNowPlus } from '../db/time.ts'
import { promiseCache } from '../lib/concurrency/promise-cache.ts'
import { hasValidChecksum, newCredential, organizationOf, sha256 } from '../lib/crypto/secret.ts'
import type { PortalAddress } from './portal-base.ts'

const API_KEY_PREFIX = 'hn_'

/** How long a process may still accept a key that another process revoked, in milliseconds. */
const CACHE_TTL_MS = 500
const MAX_CACHED = 10_000
/** Minimum seconds between two updates of a key's last use, by the database's clock. */
const LAST_USE_PRECISION = 60

/** Whether a bearer token has the prefix of an API key. */
export const looksLikeApiKey = (token: string) => token.startsWith(API_KEY_PREFIX)

export type ApiKeyRecord = PortalAddress & {
  id: number
  organizationId: number
  creatorId: number
  creatorRole: TeamRole | null
  lastUsedAt: Date | null
}

/** Creates an API key of an organization. Returns the key, which is shown once, and the columns to store. */
export function newApiKey(organizationId: number): { key: string; keyHash: Buffer; lastFour: string } {
  const key = newCredential(API_KEY_PREFIX, organizationId)
  return { key, keyHash: sha256(key), lastFour: key.slice(-4) }
}

export type ApiKeys = {
  /** Returns the key's record, or null when it is unknown or revoked. */
  find(key: string): Promise<ApiKeyRecord | null>
  /** Clears the cache after a revocation. */
  clear(): void
}

/**
 * Resolves API keys with one indexed statement per key and half second, which concurrent callers share.
 * Records the last use with a precision of a minute.
 */
export function createApiKeys(db: Db): ApiKeys {
  const cache = promiseCache<ApiKeyRecord | null>({ max: MAX_CACHED, ttlMs: CACHE_TTL_MS })
  return {
    find: async (key) =>
      hasValidChecksum(key, API_KEY_PREFIX) ? cache.fetch(key, () => load(db, key)) : null,
    clear: () => cache.clear(),
  }
}

async function load(db: Db, key: string): Promise<ApiKeyRecord | null> {
  const row = await db
    .selectFrom('apiKeys')
    .innerJoin('users', (join) =>
      join
        .onRef('users.organizationId', '=', 'apiKeys.organizationId')
        .onRef('users.id', '=', 'apiKeys.creatorId'),
    )
    .innerJoin('organizations', 'organizations.id', 'apiKeys.organizationId')
    .select([
      'apiKeys.id',
      'slug',
      'portalUrl',
      'apiKeys.organizationId',
      'creatorId',
      'role as creatorRole',
      'lastUsedAt',
    ])
    .select(
      sql<boolean>`last_used_at is null or last_used_at < ${databaseNowPlus(-LAST_USE_PRECISION)}`.as(
        'isUseDue',
      ),
    )
    .where('apiKeys.organizationId', '=', organizationOf(key, API_KEY_PREFIX))
    .where('keyHash', '=', sha256(key))
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { isUseDue, ...record } = row
  if (isUseDue) {
    await db
      .updateTable('apiKeys')
      .set({ lastUsedAt: databaseNow })
      .where('organizationId', '=', row.organizationId)
      .where('id', '=', row.id)
      .execute()
  }
  return record
}
