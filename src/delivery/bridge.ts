import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../db/history/notifications.ts'
import { isDistributed } from '../db/sharding/is-distributed.ts'
import { executeParts, type Part } from '../db/sharding/parts.ts'
import { inTransaction } from '../db/transaction.ts'
import { queueReady, READY_COLUMNS } from '../modules/webhooks/deliveries/queue-ready.ts'

/**
 * Queues up to `limit` deferred events of an organization, the earliest first. Returns the number of
 * deliveries queued and of events read. Returns zeros at once while another process does so.
 */
export async function queueDeferred(
  db: Db,
  organizationId: number,
  limit: number,
): Promise<{ queued: number; events: number }> {
  const queue = (connection: Db) =>
    executeParts(
      connection,
      deferredParts(organizationId, limit),
      sql<{ queued: number; events: number }>`
        select (select count(*) from queued)::int as queued, (select count(*) from taken)::int as events`,
    )
  const rows = await (isDistributed(db) ? inTransaction(db, queue) : queue(db))
  const [done = { queued: 0, events: 0 }] = rows
  if (done.queued > 0) notify(db, 'deliveries')
  if (done.events < limit) await endDeferral(db, organizationId)
  return done
}

const deferredParts = (organizationId: number, limit: number): Part[] => [
  {
    name: 'turn',
    materialized: true,
    query: sql`select pg_try_advisory_xact_lock(hashtextextended(${`unqueued-events/${organizationId}`}, 0)) as is_taken`,
    columns: 'is_taken bool',
  },
  {
    name: 'moment',
    materialized: true,
    query: sql`select clock_timestamp() as at from turn where is_taken`,
    columns: 'at timestamptz',
  },
  {
    // Events that another process queued since this statement began are skipped.
    name: 'earliest',
    materialized: true,
    query: sql`select organization_id, position, event_id from unqueued_events
      where organization_id = ${organizationId} and (select is_taken from turn)
      order by position, event_id limit ${sql.lit(limit)} for update`,
    columns: 'organization_id int, position bigint, event_id bigint',
  },
  {
    name: 'taken',
    query: sql`delete from unqueued_events
      where organization_id = ${organizationId}
        and (position, event_id) in (select position, event_id from earliest)
      returning *`,
    columns: 'organization_id int, position bigint, event_id bigint, created_at timestamptz',
  },
  {
    name: 'ready',
    query: sql`select e.organization_id, taken.position, e.id, e.type, e.created_at from taken
      join events e on e.organization_id = ${organizationId}
        and (e.id, e.created_at) = (taken.event_id, taken.created_at)`,
    columns: READY_COLUMNS,
  },
  ...queueReady(organizationId),
]

/**
 * Returns the ids of the organizations with deferred events, in ascending order. Looks up one index entry for
 * each.
 */
export async function organizationsWithDeferred(db: Db): Promise<number[]> {
  const found = isDistributed(db) ? DEFERRED_ANYWHERE : DEFERRED
  const { rows } = await found.execute(db)
  return rows.map(({ id }) => id)
}

/** Each server reads the index of its part. */
const DEFERRED_ANYWHERE = sql<{ id: number }>`
    select distinct organization_id as id from unqueued_events order by id`

const DEFERRED = sql<{ id: number }>`with recursive found as (
      (select organization_id as id from unqueued_events order by organization_id limit 1)
      union all
      select next.id from found cross join lateral (
        select organization_id as id from unqueued_events where organization_id > found.id
        order by organization_id limit 1) next)
    select id from found order by id`

/**
 * Queues later events of an organization at once again, if none is deferred any more. The head is locked before the
 * deferred events are read, so that no event is deferred between.
 */
async function endDeferral(db: Db, organizationId: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select 1 from event_heads where organization_id = ${organizationId} for update`.execute(tx)
    await sql`update event_heads set deferred = false where organization_id = ${organizationId} and deferred
      and not exists (select 1 from unqueued_events where organization_id = ${organizationId})`.execute(tx)
  })
}
