import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isDistributed } from '../../db/sharding/is-distributed.ts'
import { executeParts, type Part } from '../../db/sharding/parts.ts'
import { inTransaction } from '../../db/transaction.ts'
import { CONTINUED, HEAD_LINEAGE } from '../../events/heads.ts'
import { OF_OBJECT, OF_POST } from '../../events/logged.ts'
import { NUMBERING_BATCH, type Numbered, type NumberingStep } from '../../events/numbering-step.ts'
import { announceNumbered } from '../../events/recorded.ts'
import { queueReady, READY_COLUMNS } from '../webhooks/deliveries/queue-ready.ts'

/**
 * Gives the recorded events of an organization their numbers, in the order in which they were recorded, and queues a
 * delivery for each subscribed webhook, in one statement. Each event has one number and is queued exactly once, also
 * after a crash and with several processes (contract 6). If there are deferred events, these are deferred too, which
 * keeps their order. A transaction that has not committed delays only its own events.
 * Requires READ COMMITTED. With `wait`, it waits while another transaction holds the head, instead of returning.
 */
export async function numberEvents(db: Db, organizationId: number, step: Step = {}): Promise<Numbered> {
  const number = (connection: Db) =>
    executeParts(connection, partsOf(organizationId, step), lastOf(organizationId, step))
  const rows = await (isDistributed(db) ? inTransaction(db, number) : number(db))
  const [numbered = { numbered: 0, queued: 0, more: false, busy: false }] = rows
  if (numbered.numbered > 0) announceNumbered(db, organizationId, numbered.queued)
  return numbered
}

type Step = NumberingStep & { wait?: boolean }

const NUMBERED = `position bigint, organization_id int, id bigint, type text, post_id int, subject_id int,
  created_at timestamptz`

/**
 * Returns the parts of the statement. The locked head is current, although the snapshot of the statement may be older.
 * The transaction that locked it before has removed its events from the box, so that they are not removed again.
 */
function partsOf(organizationId: number, step: Step): Part[] {
  const { limit = NUMBERING_BATCH, defer = false, wait = false } = step
  return [
    {
      name: 'head',
      materialized: true,
      query: sql`
        select lineage, deferred, ${CONTINUED} as last, ${HEAD_LINEAGE} as present from event_heads
        where organization_id = ${organizationId}
          and (select true from event_box where organization_id = ${organizationId} limit 1)
        for update ${sql.raw(wait ? '' : 'skip locked')}`,
      columns: 'lineage text, deferred bool, last bigint, present text',
    },
    {
      name: 'start',
      materialized: true,
      query: sql`select last, present, deferred or ${defer} as is_behind, clock_timestamp() as at from head`,
      columns: 'last bigint, present text, is_behind bool, at timestamptz',
    },
    {
      name: 'seen',
      materialized: true,
      query: sql`select event_id from event_box where organization_id = ${organizationId} and exists (select 1 from start)
        order by event_id limit ${sql.lit(limit)}`,
      columns: 'event_id bigint',
    },
    ...takenParts(organizationId),
    ...storedParts(organizationId),
  ]
}

/** Returns the parts that take the `seen` events from the box and give them numbers. */
const takenParts = (organizationId: number): Part[] => [
  {
    name: 'gone',
    query: sql`delete from event_box where organization_id = ${organizationId} and event_id in (select event_id from seen)
        returning event_id, created_at`,
    columns: 'event_id bigint, created_at timestamptz',
  },
  {
    name: 'numbered',
    materialized: true,
    query: sql`select (select last from start) + row_number() over (order by e.id) as position, e.*
        from gone cross join lateral (
          select organization_id, id, type, post_id, subject_id, created_at from events
          where organization_id = ${organizationId} and id = gone.event_id and created_at = gone.created_at offset 0) e`,
    columns: NUMBERED,
  },
]

/** Returns the parts that store the `numbered` events. */
const storedParts = (organizationId: number): Part[] => [
  {
    name: 'ordered',
    query: sql`insert into event_order (organization_id, number, event_id, of_post, of_object, created_at)
      select organization_id, position, id, ${OF_POST}, ${OF_OBJECT}, created_at from numbered`,
  },
  {
    name: 'put_aside',
    query: sql`insert into unqueued_events (organization_id, position, event_id, created_at)
      select organization_id, position, id, created_at from numbered where (select is_behind from start)`,
  },
  { name: 'moment', query: sql`select at from start`, columns: 'at timestamptz' },
  {
    name: 'ready',
    query: sql`select organization_id, position, id, type, created_at from numbered
      where not (select is_behind from start)`,
    columns: READY_COLUMNS,
  },
  ...queueReady(organizationId),
  {
    name: 'moved',
    query: sql`update event_heads set last = (select max(position) from numbered), lineage = (select present from start),
        deferred = (select is_behind from start)
      where organization_id = ${organizationId} and exists (select 1 from numbered)`,
  },
]

const lastOf = (organizationId: number, { limit = NUMBERING_BATCH }: Step) => sql<Numbered>`
  select (select count(*) from numbered)::int as numbered, (select count(*) from queued)::int as queued,
    (select count(*) from seen)::int = ${sql.lit(limit)} as more,
    not exists (select 1 from start)
      and exists (select 1 from event_box where organization_id = ${organizationId}) as busy`
