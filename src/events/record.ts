import { sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { notify } from '../db/notifications.ts'
import { afterCommit } from '../db/transaction.ts'
import type { EventType } from './catalogue.ts'
import type { EventRow } from './event-row.ts'
import { SHIFT } from './position.ts'

export type NewEvent = {
  organizationId: number
  type: EventType
  /** Id of the post, changelog or webhook. */
  subjectId: number
  /** The subject right after the change, as its module reads it back. */
  snapshot: object
  /** Of an update: what changed, under the names of the documented body, and nothing else. */
  before?: object | null
  after?: object | null
}

/**
 * Writes events into the log, in their order, in the transaction of the change that they tell of: both are stored or
 * neither is (contract chapter 6, "The log"). They bear the database's time, which all readers go by. Readers are woken
 * after the commit. Returns the rows.
 */
export async function recordEvents(tx: Transaction, events: NewEvent[]): Promise<EventRow[]> {
  if (events.length === 0) return []
  const json = (value: object | null | undefined) => (value == null ? null : JSON.stringify(value))
  const rows = await tx
    .insertInto('events')
    .values(
      events.map((event) => ({
        organizationId: event.organizationId,
        position: sql<number>`pg_current_xact_id()::text::bigint + ${SHIFT}`,
        type: event.type,
        subjectId: event.subjectId,
        snapshot: json(event.snapshot),
        before: json(event.before),
        after: json(event.after),
        // Not the time at which the transaction began: an event is not older than what it tells of.
        createdAt: sql<Date>`clock_timestamp()`,
      })),
    )
    .returning(['position', 'id', 'createdAt'])
    .execute()
  afterCommit(tx, wakeReaders)
  return rows.map((row, index) => ({ before: null, after: null, ...(events[index] as NewEvent), ...row }))
}

const wakeReaders = (db: Parameters<typeof notify>[0]) => notify(db, 'events')
