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
  /** The subject directly after the change, as its module reads it. */
  snapshot: object
  /** The changed fields of an update, under the names of the documented body. */
  before?: object | null
  after?: object | null
}

/**
 * Appends events to the log in the given order, in the transaction of the change they describe (contract 6,
 * "The log"). Their time is the database's. Notifies readers after the commit. Returns the rows.
 */
export async function recordEvents(tx: Transaction, events: NewEvent[]): Promise<EventRow[]> {
  if (events.length === 0) return []
  const rows = await tx
    .insertInto('events')
    .values(
      events.map((event) => ({
        organizationId: event.organizationId,
        position: sql<number>`pg_current_xact_id()::text::bigint + ${SHIFT}`,
        type: event.type,
        subjectId: event.subjectId,
        ...contentOf(event),
        // Not the transaction's start time, because an event must not precede its change.
        createdAt: sql<Date>`clock_timestamp()`,
      })),
    )
    .returning(['position', 'id', 'createdAt'])
    .execute()
  afterCommit(tx, wakeReaders)
  return rows.map((row, index) => ({ before: null, after: null, ...(events[index] as NewEvent), ...row }))
}

/** Returns the JSON columns of an event and the number of their characters. */
function contentOf(event: NewEvent) {
  const json = (value: object | null | undefined) => (value == null ? null : JSON.stringify(value))
  const content = {
    snapshot: JSON.stringify(event.snapshot),
    before: json(event.before),
    after: json(event.after),
  }
  const size = Object.values(content).reduce((sum, text) => sum + (text?.length ?? 0), 0)
  return { ...content, size }
}

const wakeReaders = (db: Parameters<typeof notify>[0]) => notify(db, 'events')
