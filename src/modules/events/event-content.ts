import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { eventIdOf } from '../../events/cursor.ts'
import type { EventRow } from '../../events/event-row.ts'
import { notFound } from '../../lib/errors.ts'
import type { EventNode } from './event-node.ts'

/** Snapshot and changes of an event. */
export type EventContent = Pick<EventRow, 'snapshot' | 'before' | 'after'>

/** The operation that needs the content. Its budget counts characters before they are read. */
type ContentReader = {
  db: Db
  organizationId: number
  budget: { spendRead(count: number): void; assertOpen(): void }
}

type Reader = (event: EventNode) => Promise<EventContent>
type Request = { event: EventNode; content: PromiseWithResolvers<EventContent> }

/** Maximum number of characters that one statement reads, if it reads more than one event. */
const MAX_IN_STATEMENT = 8_000_000

/** Readers by operation. */
const readers = new WeakMap<ContentReader, Reader>()

/**
 * Returns the content of an event, and reads it if the event was read without it.
 * @throws AppError INVALID_PARAM when the events of the operation are too large, NOT_FOUND for a deleted one
 */
export function contentOf(event: EventNode, context: ContentReader): EventContent | Promise<EventContent> {
  if (event.snapshot !== null) return event as EventRow
  const reader = readers.get(context) ?? createReader(context)
  readers.set(context, reader)
  return reader(event)
}

/**
 * Counts each event against the budget of the operation when it is requested. Reads the events in batches of
 * a bounded size, one after another.
 */
function createReader(context: ContentReader): Reader {
  const { budget } = context
  const requests = new Map<string, Promise<EventContent>>()
  let waiting: Request[] = []
  let isReading = false

  const readWaiting = async () => {
    try {
      while (waiting.length > 0) {
        budget.assertOpen()
        const batch = waiting.slice(0, countOfBatch(waiting))
        await readBatch(context, batch)
        waiting.splice(0, batch.length)
      }
    } catch (error) {
      for (const { content } of waiting) content.reject(error)
      waiting = []
    }
    isReading = false
  }
  return (event) => {
    const id = eventIdOf(event)
    const cached = requests.get(id)
    if (cached) return cached
    const content = Promise.withResolvers<EventContent>()
    requests.set(id, content.promise)
    try {
      budget.spendRead(event.size ?? 0)
    } catch (error) {
      // Thrown at once, it would leave the promises of other fields unobserved.
      content.reject(error)
      return content.promise
    }
    waiting.push({ event, content })
    if (!isReading) {
      isReading = true
      // Requests made in the same turn share one statement.
      setImmediate(() => void readWaiting())
    }
    return content.promise
  }
}

/** Returns the number of requests, at least one, whose events one statement can read. */
function countOfBatch(requests: Request[]): number {
  let size = 0
  const end = requests.findIndex(({ event }) => (size += event.size ?? 0) > MAX_IN_STATEMENT)
  return end === -1 ? requests.length : Math.max(1, end)
}

async function readBatch({ db, organizationId }: ContentReader, batch: Request[]): Promise<void> {
  const keys = batch.map(({ event: { position, id, createdAt } }) => ({
    position,
    id,
    created_at: createdAt.toISOString(),
  }))
  const { rows } = await sql<EventContent & { position: number; id: number }>`
    select e.position as "position", e.id, e.snapshot, e.before, e.after
    from json_to_recordset(${JSON.stringify(keys)}::json) key (position bigint, id bigint, created_at timestamptz)
    join events e on e.organization_id = ${organizationId} and e.position = key.position and e.id = key.id
      and e.created_at = key.created_at`.execute(db)
  const found = new Map(rows.map((row) => [eventIdOf(row), row]))
  for (const { event, content } of batch) {
    const row = found.get(eventIdOf(event))
    if (row) content.resolve(row)
    else content.reject(notFound('Event'))
  }
}
