import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/database.ts'
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

type Step = NumberingStep & { wait?: boolean }

/**
 * Returns the statement. The locked head is current, although the snapshot of the statement may be older. The
 * transaction that locked it before has removed its events from the box, so that they are not removed again.
 */
function numberingStatement(organizationId: number, step: Step): RawBuilder<Numbered> {
  const { limit = NUMBERING_BATCH, defer = false, wait = false } = step
  return sql<Numbered>`
    with head as materialized (
      select lineage, deferred, ${CONTINUED} as last, ${HEAD_LINEAGE} as present from event_heads
      where organization_id = ${organizationId}
        and (select true from event_box where organization_id = ${organizationId} limit 1)
      for update ${sql.raw(wait ? '' : 'skip locked')}),
    start as materialized (
      select last, present, deferred or ${defer} as is_behind, clock_timestamp() as at from head),
    seen as materialized (
      select event_id from event_box where organization_id = ${organizationId} and exists (select 1 from start)
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
      where organization_id = ${organizationId} and exists (select 1 from numbered))
    select (select count(*) from numbered)::int as numbered, (select count(*) from queued)::int as queued,
      (select count(*) from seen)::int = ${sql.lit(limit)} as more,
      not exists (select 1 from start)
        and exists (select 1 from event_box where organization_id = ${organizationId}) as busy`
}
