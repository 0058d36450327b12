import { sql, type RawBuilder } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { executeParts, type Part } from '../db/sharding/parts.ts'
import { afterCommit } from '../db/transaction.ts'
import { toActorColumns, type Actor } from './actor.ts'
import type { EventType } from './catalogue.ts'
import type { EventRow } from './event-row.ts'
import { OF_OBJECT, OF_POST } from './logged.ts'
import { announceNumbered, announceRecorded } from './recorded.ts'

export type NewEvent = {
  organizationId: number
  /** Party that caused the change: `toActor(caller)`, or `SYSTEM`. */
  actor: Actor
  type: EventType
  /** Database id of the subject: of the post for a vote, of the user for a customer or a member. */
  subjectId: number
  /** Post of an event about a post, a vote or a comment, by which the events of a post are found. */
  postId?: number
  /** The subject directly after the change, as its module reads it. */
  snapshot: object
  /** The changed fields of an update, under the names of the documented body. */
  before?: object | null
  after?: object | null
}

/**
 * Event with parts in SQL, which may refer to columns of the query that `insertEvents` names. `size` is the
 * approximate number of characters of its JSON.
 */
export type StatementEvent = Omit<NewEvent, 'subjectId' | 'snapshot' | 'before' | 'after'> & {
  subjectId: number | RawBuilder<number>
  snapshot: RawBuilder<unknown>
  before?: RawBuilder<unknown> | undefined
  after?: RawBuilder<unknown> | undefined
  size: number | RawBuilder<number>
}

/** A recorded event. It has a number only after the commit. */
export type RecordedEvent = Omit<EventRow, 'position'>

/**
 * Appends events to the log in the given order, in the transaction of the change they describe (contract 6,
 * "The log"). Lock the subject in an earlier statement of the transaction, so that its events have the order of its
 * changes. Their time is the database's. They are numbered after the commit. Returns the rows.
 */
export async function recordEvents(tx: Transaction, events: NewEvent[]): Promise<RecordedEvent[]> {
  if (events.length === 0) return []
  const last = sql<Pick<EventRow, 'id' | 'createdAt'>>`select id, created_at from event order by id`
  const rows = await executeParts(tx, insertEvents(tx, events), last)
  return rows.map((row, index) => withContent(events[index] as NewEvent, row))
}

/**
 * Appends an event as `recordEvents` does, with a number of `takeNumber` in the same transaction. Webhooks that
 * subscribe to its type do not receive it.
 */
export async function recordNumbered(
  tx: Transaction,
  event: NewEvent,
  number: number,
): Promise<RecordedEvent> {
  const { organizationId } = event
  const recorded = {
    name: 'event',
    query: sql`${insertOf([event])} returning id, type, post_id, subject_id, created_at`,
    columns: 'id bigint, type text, post_id int, subject_id int, created_at timestamptz',
  }
  const rows = await executeParts(
    tx,
    [recorded],
    sql<Pick<EventRow, 'id' | 'createdAt'>>`
    insert into event_order (organization_id, number, event_id, of_post, of_object, created_at)
    select ${organizationId}, ${number}, id, ${OF_POST}, ${OF_OBJECT}, created_at from event
    returning event_id as id, created_at`,
  )
  if (!rows[0]) throw new Error('The event was not recorded')
  afterCommit(tx, (db) => announceNumbered(db, organizationId, 0))
  return withContent(event, rows[0])
}

function withContent({ actor, ...event }: NewEvent, row: Pick<EventRow, 'id' | 'createdAt'>): RecordedEvent {
  return { postId: null, before: null, after: null, ...event, ...toActorColumns(actor), ...row }
}

/**
 * Returns what `recordEvents` does as parts of the statement that makes the change. The first, `event`, returns the
 * rows. With `table`, the name of an earlier part that returns at most one row, they append nothing without the row.
 * There must be at least one event.
 */
export function insertEvents(tx: Db, events: (NewEvent | StatementEvent)[], table?: string): Part[] {
  for (const organizationId of new Set(events.map((event) => event.organizationId)))
    afterCommit(tx, (db) => announceRecorded(db, organizationId))
  return [
    {
      name: 'event',
      query: sql`${insertOf(events, table)} returning organization_id, id, created_at`,
      columns: 'organization_id int, id bigint, created_at timestamptz',
    },
    {
      name: 'boxed_event',
      query: sql`insert into event_box (organization_id, event_id, created_at)
        select organization_id, id, created_at from event`,
    },
  ]
}

function insertOf(events: (NewEvent | StatementEvent)[], table?: string): RawBuilder<unknown> {
  const [event] = events
  // A list of one would cost more plan nodes.
  if (event && events.length === 1) return sql`${INSERT} ${valuesOf(event)} ${from(table)}`
  const list = sql.join(events.map((each) => sql`(${valuesOf(each)})`))
  const values = sql`(values ${list}) as event (${CONTENT})`
  const source = table === undefined ? sql`from ${values}` : sql`${from(table)} cross join lateral ${values}`
  return sql`${INSERT} event.* ${source}`
}

const CONTENT = sql.raw(
  'organization_id, type, subject_id, post_id, actor_kind, actor_id, actor_user_id, snapshot, before, after, size',
)

/** SQL up to the content. The time is not the transaction's start, because an event must not precede its change. */
const INSERT = sql`insert into ${sql.table('events')} (created_at, ${CONTENT}) select clock_timestamp(),`

const NULL = sql`null`
const from = (table: string | undefined) => sql.raw(table === undefined ? '' : `from ${table}`)

/** Returns the values of the columns of `CONTENT`. */
function valuesOf(event: NewEvent | StatementEvent) {
  const { organizationId, actor, type, subjectId, postId = null } = event
  const { actorKind, actorId, actorUserId } = toActorColumns(actor)
  const { snapshot, before, after, size } = 'size' in event ? event : contentAsJson(event)
  return sql`${organizationId}::int, ${type}::text, ${subjectId}::int, ${postId}::int, ${actorKind}::text,
    ${actorId}::int, ${actorUserId}::int, (${snapshot})::jsonb, (${before ?? NULL})::jsonb, (${after ?? NULL})::jsonb,
    (${size})::int`
}

/** Returns the JSON of an event, with its number of characters. */
function contentAsJson({ snapshot, before, after }: NewEvent) {
  const json = [snapshot, before, after].map((value) => (value == null ? null : JSON.stringify(value)))
  const size = json.reduce((sum, text) => sum + (text?.length ?? 0), 0)
  return { snapshot: json[0], before: json[1], after: json[2], size }
}
