import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { databaseNowPlus } from '../../../db/time.ts'

/** Seconds for which a used code is retained after its expiry, to recognize a replay. */
const REPLAY_KEPT = 24 * 3600
/**
 * Seconds for which an inactive pair is retained after the expiry of its access token, to recognize the reuse
 * of its refresh token.
 */
const REUSE_KEPT = 30 * 24 * 3600

/**
 * Deletes expired unused codes, and used codes and inactive tokens whose retention for replays has ended.
 * Clears the sealed pairs of refresh windows that are closed. Times follow the database's clock. Each
 * statement uses an index and touches at most `batch` rows. Returns the number of rows touched per kind;
 * `batch` rows of one kind mean that there may be more.
 */
export async function purgeExpired(
  db: Db,
  { windowSeconds, batch = 500 }: { windowSeconds: number; batch?: number },
): Promise<{ codes: number; tokens: number; replacements: number }> {
  const before = (age: number) => databaseNowPlus(-age)
  const touched = async (statement: ReturnType<typeof sql>) =>
    Number((await statement.execute(db)).numAffectedRows ?? 0)
  return {
    codes:
      (await touched(sql`delete from oauth_codes where code_hash in (select code_hash from oauth_codes
        where expires_at <= ${before(0)} and used_at is null
        order by expires_at limit ${batch} for update skip locked)`)) +
      (await touched(sql`delete from oauth_codes where code_hash in (select code_hash from oauth_codes
        where expires_at <= ${before(REPLAY_KEPT)}
        order by expires_at limit ${batch} for update skip locked)`)),
    tokens:
      await touched(sql`delete from oauth_tokens where access_hash in (select access_hash from oauth_tokens
      where access_expires_at <= ${before(REUSE_KEPT)} and (rotated_at is not null or revoked_at is not null)
      order by access_expires_at limit ${batch} for update skip locked)`),
    replacements: await touched(sql`update oauth_tokens set replacement = null where access_hash in (
      select access_hash from oauth_tokens where rotated_at <= ${before(windowSeconds)} and replacement is not null
      order by rotated_at limit ${batch} for update skip locked)`),
  }
}
