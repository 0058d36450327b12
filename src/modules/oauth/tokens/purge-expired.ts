import { sql, type RawBuilder } from 'kysely'
import { changeByOrganization, type RowKey } from '../../../db/writes/by-organization.ts'
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
  batch = 500,
): Promise<{ codes: number; tokens: number; replacements: number }> {
  const before = (age: number) => databaseNowPlus(-age)
  const unused = sql`expires_at <= ${before(0)} and used_at is null`
  const replayed = sql`expires_at <= ${before(REPLAY_KEPT)}`
  const ended = sql`access_expires_at <= ${before(REUSE_KEPT)} and (rotated_at is not null or revoked_at is not null)`
  const sealed = sql`replacement_until <= ${before(0)} and replacement is not null`
  const remove = (table: string) => sql`delete from ${sql.table(table)}`
  const clear = sql`update oauth_tokens set replacement = null`
  const purge = (table: string, where: RawBuilder<unknown>, by: string, change = remove(table)) =>
    purgeRows(db, { table, where, by, change, batch })
  return {
    codes:
      (await purge('oauth_codes', unused, 'expires_at')) +
      (await purge('oauth_codes', replayed, 'expires_at')),
    tokens: await purge('oauth_tokens', ended, 'access_expires_at'),
    replacements: await purge('oauth_tokens', sealed, 'replacement_until', clear),
  }
}

type Purge = {
  table: string
  where: RawBuilder<unknown>
  /** Column of the order. */
  by: string
  /** Statement up to its condition. */
  change: RawBuilder<unknown>
  batch: number
}

/** Changes the earliest rows of a condition, except those that another transaction has locked. */
function purgeRows(db: Db, { table, where, by, change, batch }: Purge): Promise<number> {
  const rows = sql.table(table)
  return changeByOrganization(
    db,
    sql<RowKey>`select organization_id as "organizationId", id from ${rows} where ${where}
      order by ${sql.ref(by)} limit ${batch}`,
    (organizationId, ids) => sql`${change} where organization_id = ${organizationId} and id in (
      select id from ${rows} where organization_id = ${organizationId} and id = any(${ids}::int[]) and ${where}
      for update skip locked)`,
  )
}
