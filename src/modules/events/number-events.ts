import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
import { executeTogether } from '../../db/client/prepared-statements.ts'
import { isDistributed } from '../../db/sharding/is-distributed.ts'
import { CONTINUED, HEAD_LINEAGE } from '../../events/heads.ts'
import { OF_OBJECT, OF_POST } from '../../events/logged.ts'
import { NUMBERING_BATCH, type Numbered, type NumberingStep } from '../../events/numbering-step.ts'
import { announceNumbered } from '../../events/recorded.ts'
import { queueReady } from '../webhooks/deliveries/queue-ready.ts'

/**
 * Gives the recorded events of an organization their numbers, in the order in which they were recorded, and queues a
 * delivery for each subscribed webhook, in one statement. Each event has one number and is queued exactly once, also
 * after a crash and with several processes (contract 6). If there are deferred events, these are deferred too, which
 * keeps their order. A transaction that has not committed delays only its own events.
 * Requires READ COMMITTED. With `wait`, it waits while another transaction holds the head, instead of returning.
 */
export async function numberEvents(db: Db, organizationId: number, step: Step = {}): Promise<Numbered> {
  const { rows } = await numberingStatement(organizationId, step).execute(db)
  const [numbered = { numbered: 0, queued: 0, more: false, busy: false }] = rows
  if (numbered.numbered > 0) announceNumbered(db, organizationId, numbered.queued)
  return numbered
}

/** Number of events of each organization in a shared transaction, which numbers at most 1,024 in all. */
const SHARED_BATCH = 64
/** Time for which a shared transaction waits for a lock, such as that of a webhook's removal, in milliseconds. */
const SHARED_LOCK_MS = 100
/**
 * Maximum duration of a statement of a shared transaction after the first one, in milliseconds. PostgreSQL continues
 * with the others when the client has given up.
 */
const SHARED_STATEMENT_MS = 500

/** Limits the waits for locks and the later statements of the transaction. A condition that is true. */
const LIMITED = sql`set_config('lock_timeout', ${sql.lit(`${SHARED_LOCK_MS}ms`)}, true) is not null
  and set_config('statement_timeout', ${sql.lit(`${SHARED_STATEMENT_MS}ms`)}, true) is not null`

/**
 * Numbers the recorded events of several organizations as `numberEvents`, some of each, in one transaction and one
 * round trip. Returns null if they cannot share a transaction, because they may be on several servers.
 * @throws the error of PostgreSQL if the events of one of them are rejected or locked. Then none is numbered.
 */
async function numberEventsTogether(db: Db, organizationIds: readonly number[]): Promise<Numbered[] | null> {
  if (await isDistributed(db)) return null
  const step = { limit: SHARED_BATCH, isShared: true }
  const all = await executeTogether(
    db,
    organizationIds.map((id) => numberingStatement(id, step)),
  )
  for (const [index, id] of organizationIds.entries()) {
    const { numbered = 0, queued = 0 } = all[index] ?? {}
    if (numbered > 0) announceNumbered(db, id, queued)
  }
  return all
}

/** Returns the functions with which a sequencer numbers the events of a database. */
export const numberingOf = (db: Db) => ({
  number: (organizationId: number, step: NumberingStep) => numberEvents(db, organizationId, step),
  numberTogether: (organizationIds: readonly number[]) => numberEventsTogether(db, organizationIds),
})

type Step = NumberingStep & {
  wait?: boolean
  /** Whether the statements of other organizations follow in the transaction. */
  isShared?: boolean
}

/**
 * Returns the statement. The locked head is current, although the snapshot of the statement may be older. The
 * transaction that locked it before has removed its events from the box, so that they are not removed again.
 */
function numberingStatement(organizationId: number, step: Step): RawBuilder<Numbered> {
  const { limit = NUMBERING_BATCH, defer = false, wait = false, isShared = false } = step
  return sql<Numbered>`
    with head as materialized (
      select lineage, deferred, ${CONTINUED} as last, ${HEAD_LINEAGE} as present from event_heads
      where organization_id = ${organizationId}
        and (select true from event_box where organization_id = ${organizationId} limit 1) and ${isShared ? LIMITED : sql`true`}
      for update ${sql.raw(wait ? '' : 'skip locked')}),
    start as materialized (
      select last, present, deferred or ${defer} as is_behind, clock_timestamp() as at from head),
    seen as materialized (
      select event_id from event_box where organization_id = ${organizationId} and exists (select from start)
      order by event_id limit ${sql.lit(limit)}),
    gone as (
      delete from event_box where organization_id = ${organizationId} and event_id in (select event_id from seen)
      returning event_id, created_at),
    numbered as materialized (
      select (select last from start) + row_number() over (order by e.id) as position, e.*
      from gone cross join lateral (
        select organization_id, id, type, post_id, subject_id, created_at from events
        where organization_id = ${organizationId} and id = gone.event_id and created_at = gone.created_at offset 0) e),
    ordered as (
      insert into event_order (organization_id, number, event_id, of_post, of_object, created_at)
      select organization_id, position, id, ${OF_POST}, ${OF_OBJECT}, created_at from numbered),
    put_aside as (
      insert into unqueued_events (organization_id, position, event_id, created_at)
      select organization_id, position, id, created_at from numbered where (select is_behind from start)),
    moment as (select at from start),
    ready as (
      select organization_id, position, id, type, created_at from numbered where not (select is_behind from start)),
    ${queueReady(organizationId)},
    moved as (
      update event_heads set last = (select max(position) from numbered), lineage = (select present from start),
        deferred = (select is_behind from start)
      where organization_id = ${organizationId} and exists (select from numbered))
    select (select count(*) from numbered)::int as numbered, (select count(*) from queued)::int as queued,
      (select count(*) from seen)::int = ${sql.lit(limit)} as more,
      not exists (select from start)
        and exists (select from event_box where organization_id = ${organizationId}) as busy`
}
