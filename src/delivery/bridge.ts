import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../db/notifications.ts'
import { HORIZON } from '../events/position.ts'
import { appOwnerOf } from '../modules/webhooks/deliveries/schedule-queues.ts'

export type BridgeStep = {
  /** Maximum number of events to read. Default 500. */
  limit?: number
  /**
   * Organizations whose events are deferred for `queueUnqueued` instead of being queued. Later events of an
   * organization with deferred events are deferred too, which keeps their order. It need not be listed.
   */
  aside?: readonly number[]
}

export type Bridged = {
  /** Number of queued deliveries. */
  queued: number
  /** Whether there is more to read now. */
  more: boolean
  /** Whether a running transaction still blocks stored events. */
  blocked: boolean
}

/** Default number of events per read. */
export const BRIDGE_BATCH = 500

/**
 * Queues the events in `ready` for each webhook that subscribes to them, due at `moment`, and wakes their
 * queues. `moment` must be read under the lock that prevents others from queueing the same events, because
 * deliveries are ordered by it.
 */
const QUEUE_READY = sql`
    -- The removal of a webhook either waits for its deliveries, or its webhook is not found here.
    wanted as (
      select e.*, w.id as webhook_id from ready e
      join webhooks w on w.organization_id = e.organization_id and e.type = any(w.events)
      order by w.organization_id, w.id for key share of w),
    queued as (
      insert into deliveries (organization_id, webhook_id, event_position, event_id, event_type, due_at, created_at, updated_at)
      select organization_id, webhook_id, position, id, type, (select at from moment), created_at, now() from wanted
      order by position, id
      on conflict do nothing returning organization_id, webhook_id),
    woken as (
      insert into webhook_lanes (organization_id, webhook_id, app_organization_id, due_at, wakes)
      select organization_id, webhook_id, ${appOwnerOf(sql`q`)}, (select at from moment), 1
      from (select distinct organization_id, webhook_id from queued) q order by organization_id, webhook_id
      on conflict (organization_id, webhook_id) do update
        set due_at = least(webhook_lanes.due_at, excluded.due_at), wakes = webhook_lanes.wakes + 1)`

const NOTHING: Bridged = { queued: 0, more: false, blocked: false }

/**
 * Reads the event log from the stored cursor and queues one delivery for each event and subscribed webhook.
 * The same transaction moves the cursor, so each delivery is queued exactly once even after a crash (contract
 * 6). Safe to call from several workers. One works and the others return at once.
 */
export async function bridgeEvents(
  db: Db,
  { limit = BRIDGE_BATCH, aside = [] }: BridgeStep = {},
): Promise<Bridged> {
  if (!(await hasNews(db))) return NOTHING
  const { rows } = await sql<Bridged>`
    with cursor as (select * from bridge_cursor for update skip locked),
    -- The locked row may be newer than the statement's snapshot of other tables, which include the deferred events.
    -- The caller then starts again.
    current as (
      select *, (position, event_id) is not distinct from (select (position, event_id) from bridge_cursor) as is_seen
      from cursor),
    moment as materialized (select clock_timestamp() as at from cursor),
    -- Lateral, so that the cursor bounds the index scan. As a join, each batch would read the log from its start.
    ahead as (
      select e.organization_id, e.position, e.id, e.type, e.created_at, e.position < ${HORIZON} as settled
      from current, lateral (
        select * from events e
        where current.is_seen and (e.position, e.id) > (current.position, current.event_id)
          and e.created_at >= least(current.reached_at, now()) - interval '1 day'
        order by e.position, e.id limit ${sql.lit(limit)}) e),
    settled as (select * from ahead where settled),
    -- Lateral, so that one row of each organization is read.
    behind as materialized (
      select batch.organization_id from (select distinct organization_id from settled) batch
      cross join lateral (
        select from unqueued_events u where u.organization_id = batch.organization_id
        order by u.organization_id, u.position, u.event_id limit 1) earliest
      union select unnest(${aside}::int[])),
    put_aside as (
      insert into unqueued_events (organization_id, position, event_id, created_at)
      select organization_id, position, id, created_at from settled
      where organization_id in (select organization_id from behind)
      on conflict do nothing),
    ready as (select * from settled where organization_id not in (select organization_id from behind)),
    ${QUEUE_READY},
    moved as (
      update bridge_cursor set (position, event_id, reached_at) =
        (select position, id, greatest(created_at, bridge_cursor.reached_at) from settled order by position desc, id desc limit 1)
      where exists (select from settled))
    select (select count(*) from queued)::int as queued,
      (select count(*) from ahead)::int = ${sql.lit(limit)} or exists (select from current where not is_seen) as more,
      exists (select from ahead where not settled) as blocked`.execute(db)
  const bridged = rows[0] ?? NOTHING
  if (bridged.queued > 0) notify(db, 'deliveries')
  return bridged
}

/**
 * Queues up to `limit` deferred events of an organization, the earliest first. Returns the number of
 * deliveries queued and of events read. Returns zeros at once while another process does so.
 */
export async function queueUnqueued(
  db: Db,
  organizationId: number,
  limit: number,
): Promise<{ queued: number; events: number }> {
  const { rows } = await sql<{ queued: number; events: number }>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(hashtextextended(${`unqueued-events/${organizationId}`}, 0)) as is_taken),
    moment as materialized (select clock_timestamp() as at from turn where is_taken),
    -- Events that another process queued since this statement began are skipped.
    earliest as materialized (
      select organization_id, position, event_id from unqueued_events
      where organization_id = ${organizationId} and (select is_taken from turn)
      order by position, event_id limit ${sql.lit(limit)} for update),
    taken as (
      delete from unqueued_events
      where (organization_id, position, event_id) in (select organization_id, position, event_id from earliest)
      returning *),
    ready as (
      select e.organization_id, e.position, e.id, e.type, e.created_at from taken
      join events e on (e.organization_id, e.position, e.id, e.created_at) =
        (taken.organization_id, taken.position, taken.event_id, taken.created_at)),
    ${QUEUE_READY}
    select (select count(*) from queued)::int as queued, (select count(*) from taken)::int as events`.execute(
    db,
  )
  const [done = { queued: 0, events: 0 }] = rows
  if (done.queued > 0) notify(db, 'deliveries')
  return done
}

/** Returns the organization of the next event in the log, or null when there is none. */
export async function nextOrganization(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select next.id from bridge_cursor cursor cross join lateral (
    select e.organization_id as id from events e where (e.position, e.id) > (cursor.position, cursor.event_id)
      and e.created_at >= least(cursor.reached_at, now()) - interval '1 day'
    order by e.position, e.id limit 1) next`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Returns the ids of the organizations with deferred events, in ascending order. Looks up one index entry for
 * each.
 */
export async function organizationsAside(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive aside as (
      (select organization_id as id from unqueued_events order by organization_id limit 1)
      union all
      select next.id from aside cross join lateral (
        select organization_id as id from unqueued_events where organization_id > aside.id
        order by organization_id limit 1) next)
    select id from aside order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Checks for events before the cursor is locked, so that an idle service writes nothing. */
async function hasNews(db: Db): Promise<boolean> {
  const { rows } = await sql`select from bridge_cursor cursor where exists (
    select from events e where (e.position, e.id) > (cursor.position, cursor.event_id)
      and e.created_at >= least(cursor.reached_at, now()) - interval '1 day')`.execute(db)
  return rows.length > 0
}
