import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { signal } from '../db/signals.ts'
import { HORIZON } from '../events/position.ts'
import { appOwnerOf } from '../modules/webhooks/wake-lanes.ts'

/** How many events are read at once. */
const BATCH = 500

export type Bridged = {
  /** How many deliveries were queued. */
  queued: number
  /** Whether there is more to read at once. */
  more: boolean
  /** Whether events are there that a running transaction still holds back. */
  unsettled: boolean
}

const NOTHING: Bridged = { queued: 0, more: false, unsettled: false }

/**
 * Goes on in the event log from the stored cursor and queues one delivery for each event and webhook that subscribes to
 * it, in the transaction that moves the cursor: whatever crashes, each is queued once (contract chapter 6). Any number
 * of workers may call it; one works, the others return at once.
 */
export async function bridgeEvents(db: Db): Promise<Bridged> {
  if (!(await hasNews(db))) return NOTHING
  const { rows } = await sql<Bridged>`
    with cursor as (select * from bridge_cursor for update skip locked),
    -- Lateral, so that the cursor enters the index: as a join, each batch would read the log from its beginning.
    ahead as (
      select e.organization_id, e.position, e.id, e.type, e.created_at, e.position < ${HORIZON} as settled
      from cursor, lateral (
        select * from events e
        where (e.position, e.id) > (cursor.position, cursor.event_id)
          and e.created_at >= least(cursor.reached_at, now()) - interval '1 day'
        order by e.position, e.id limit ${sql.lit(BATCH)}) e),
    settled as (select * from ahead where settled),
    -- A webhook that is being removed waits until its deliveries are seen, or is no longer seen here.
    wanted as (
      select e.*, w.id as webhook_id from settled e
      join webhooks w on w.organization_id = e.organization_id and e.type = any(w.events)
      order by w.organization_id, w.id for key share of w),
    queued as (
      insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, due_at, created_at, updated_at)
      select organization_id, webhook_id, position, id, type, now(), created_at, now() from wanted
      order by position, id
      on conflict do nothing returning organization_id, webhook_id),
    woken as (
      insert into webhook_lanes (organization_id, webhook_id, app_organization_id, due_at, wakes)
      select organization_id, webhook_id, ${appOwnerOf(sql`q`)}, now(), 1
      from (select distinct organization_id, webhook_id from queued) q order by organization_id, webhook_id
      on conflict (organization_id, webhook_id) do update
        set due_at = least(webhook_lanes.due_at, excluded.due_at), wakes = webhook_lanes.wakes + 1),
    moved as (
      update bridge_cursor set (position, event_id, reached_at) =
        (select position, id, greatest(created_at, bridge_cursor.reached_at) from settled order by position desc, id desc limit 1)
      where exists (select from settled))
    select (select count(*) from queued)::int as queued, (select count(*) from ahead)::int = ${sql.lit(BATCH)} as more,
      exists (select from ahead where not settled) as unsettled`.execute(db)
  const bridged = rows[0] ?? NOTHING
  if (bridged.queued > 0) signal(db, 'deliveries')
  return bridged
}

/** Looks before the cursor is locked: an idle service writes nothing. */
async function hasNews(db: Db): Promise<boolean> {
  const { rows } = await sql`select from bridge_cursor cursor where exists (
    select from events e where (e.position, e.id) > (cursor.position, cursor.event_id)
      and e.created_at >= least(cursor.reached_at, now()) - interval '1 day')`.execute(db)
  return rows.length > 0
}
