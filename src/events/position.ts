import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** SQL of the offset added to transaction ids. */
export const SHIFT = sql<number>`(select shift from event_log)`

/** Text of `HORIZON`. */
export const HORIZON_TEXT =
  '(select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + shift from event_log)'

/**
 * SQL of the horizon. All transactions of lower positions have ended, so no events can be added below it.
 * Event ids do not suffice, because they are assigned before the commit.
 */
export const HORIZON = sql<number>`${sql.raw(HORIZON_TEXT)}`

/**
 * Keeps positions ascending after a dump was restored into a cluster with lower transaction ids. Call it at
 * each start. Otherwise new events would precede old ones, and old ones would wait for the horizon.
 */
export async function continuePositions(db: Db): Promise<void> {
  // Includes deleted positions, because the highest event may have been deleted.
  await sql`update event_log set shift = latest.position + 1
    from (select greatest((select max(position) from events), (select forgotten from event_log),
      (select position from bridge_cursor)) as position) as latest
    where latest.position >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint + event_log.shift`.execute(
    db,
  )
}
