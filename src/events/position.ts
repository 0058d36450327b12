import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** SQL of what is added to transaction ids. */
export const SHIFT = sql<number>`(select shift from event_log)`

/**
 * SQL of the horizon: every transaction of a lower position has ended, so that nothing can appear below it any more.
 * Ids alone would not do: they are taken before the commit, so a later one can be seen first.
 */
export const HORIZON = sql<number>`(select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shift from event_log)`

/**
 * Lets positions go on upwards where a dump was restored into a cluster that counts transactions from the beginning:
 * without it, new events would come before old ones, and old ones would wait for the horizon. To be called at each start.
 */
export async function continuePositions(db: Db): Promise<void> {
  // Also what is no longer kept counts: the highest event may be gone.
  await sql`update event_log set shift = latest.position + 1
    from (select greatest((select max(position) from events), (select forgotten from event_log),
      (select position from bridge_cursor)) as position) as latest
    where latest.position >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + event_log.shift`.execute(
    db,
  )
}
