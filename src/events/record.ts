import { sql, type RawBuilder } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { notify } from '../db/notifications.ts'
import { afterCommit } from '../db/transaction.ts'
import { toActorColumns, type Actor } from './actor.ts'
import type { EventType } from './catalogue.ts'
import type { EventRow } from './event-row.ts'
import { POSITION } from './position.ts'

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

/**
 * Appends events to the log in the given order, in the transaction of the change they describe (contract 6,
 * "The log"). Lock the subject in an earlier statement of the transaction, so that its events have the order of its
 * changes. Their time is the database's. Notifies readers after the commit. Returns the rows.
 */
export async function recordEvents(tx: Transaction, events: NewEvent[]): Promise<EventRow[]> {
  if (events.length === 0) return []
  const { rows } = await insertEvents(tx, events).execute(tx)
  return rows.map((row, index) => {
    const { actor, ...event } = events[index] as NewEvent
    return { postId: null, before: null, after: null, ...event, ...toActorColumns(actor), ...row }
  })
}

/**
 * Returns SQL that does what `recordEvents` does, as a part of the statement that makes the change. With
 * `table`, the name of a query of that statement that returns at most one row, it appends nothing without the
 * row. There must be at least one event.
 */
export function insertEvents(
  tx: Db,
  events: (NewEvent | StatementEvent)[],
  table?: string,
): RawBuilder<Pick<EventRow, 'position' | 'id' | 'createdAt'>> {
  afterCommit(tx, wakeReaders)
  const [event] = events
  // A list of one would cost more plan nodes.
  if (event && events.length === 1)
    return sql`${INSERT} ${valuesOf(event)} ${from(table)} returning position, id, created_at`
  const list = sql.join(events.map((each) => sql`(${valuesOf(each)})`))
  const values = sql`(values ${list}) as event (${CONTENT})`
  const source = table === undefined ? sql`from ${values}` : sql`${from(table)} cross join lateral ${values}`
  return sql`${INSERT} event.* ${source} returning position, id, created_at`
}

const CONTENT = sql.raw(
  'organization_id, type, subject_id, post_id, actor_kind, actor_id, actor_user_id, snapshot, before, after, size',
)

/** SQL up to the content. The time is not the transaction's start, because an event must not precede its change. */
const INSERT = sql`insert into ${sql.table('events')} (position, created_at, ${CONTENT})
  select ${POSITION}, clock_timestamp(),`

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

const wakeReaders = (db: Parameters<typeof notify>[0]) => notify(db, 'events')
