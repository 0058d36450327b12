import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { databaseNowPlus } from '../../../db/time.ts'

/** How long a used code is kept to recognize a replay by, after it expired, in seconds. */
const REPLAY_KEPT = 24 * 3600
/** How long a dead pair is kept to recognize the reuse of its refresh token by, after its access token expired. */
const REUSE_KEPT = 30 * 24 * 3600

/**
 * Removes what can no longer matter: codes that expired unused, used codes and dead tokens whose replay nobody would try any
 * more, and the sealed pairs of refresh windows that have closed, by the database's clock. Each by an index, at most `batch` rows of each.
 * Returns how many rows it touched; as many as `batch` of one kind mean that there may be more.
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
