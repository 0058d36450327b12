import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { eventIdOf } from '../../events/cursor.ts'
import type { EventRow } from '../../events/event-row.ts'
import { notFound } from '../../lib/errors.ts'
import type { EventNode } from './event-node.ts'

/** Snapshot and changes of an event. */
export type EventContent = Pick<EventRow, 'snapshot' | 'before' | 'after'>

/** The operation that needs the content. Its budget counts characters before they are read. */
type Operation = {
  db: Db
  organizationId: number
  budget: { spendRead(count: number): void; assertOpen(): void }
}

type Request = { event: EventNode; content: PromiseWithResolvers<EventContent> }

/** Maximum number of characters that one statement reads, if it reads more than one event. */
const MAX_IN_STATEMENT = 8_000_000

/** Readers by operation. */
const readers = new WeakMap<Operation, ContentReader>()

/**
 * Returns the content of an event, and reads it if the event was read without it.
 * @throws AppError INVALID_PARAM when the events of the operation are too large, NOT_FOUND for a deleted one
 */
export function contentOf(event: EventNode, context: Operation): EventContent | Promise<EventContent> {
  if (event.snapshot !== null) return event as EventRow
  const reader = readers.get(context) ?? new ContentReader(context)
  readers.set(context, reader)
  return reader.read(event)
}

/**
 * Counts each event against the budget of the operation when it is requested. Reads the events in batches of
 * a bounded size, one after another.
 */
class ContentReader {
  readonly #operation: Operation
  readonly #requests = new Map<string, Promise<EventContent>>()
  #waiting: Request[] = []
  #isReading = false

  constructor(operation: Operation) {
    this.#operation = operation
  }

  read(event: EventNode): Promise<EventContent> {
    const id = eventIdOf(event)
    const cached = this.#requests.get(id)
    if (cached) return cached
    const content = Promise.withResolvers<EventContent>()
    this.#requests.set(id, content.promise)
    try {
      this.#operation.budget.spendRead(event.size ?? 0)
    } catch (error) {
      // Thrown at once, it would leave the promises of other fields unobserved.
      content.reject(error)
      return content.promise
    }
    this.#enqueue({ event, content })
    return content.promise
  }

  /** Requests made in the same turn share one statement. */
  #enqueue(request: Request): void {
    this.#waiting.push(request)
    if (this.#isReading) return
    this.#isReading = true
    setImmediate(() => void this.#readWaiting())
  }

  async #readWaiting(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        this.#operation.budget.assertOpen()
        const batch = this.#waiting.slice(0, countOfBatch(this.#waiting))
        await readBatch(this.#operation, batch)
        this.#waiting.splice(0, batch.length)
      }
    } catch (error) {
      for (const { content } of this.#waiting) content.reject(error)
      this.#waiting = []
    }
    this.#isReading = false
  }
}

/** Returns the number of requests, at least one, whose events one statement can read. */
function countOfBatch(requests: Request[]): number {
  let size = 0
  const end = requests.findIndex(({ event }) => (size += event.size ?? 0) > MAX_IN_STATEMENT)
  return end === -1 ? requests.length : Math.max(1, end)
}

async function readBatch({ db, organizationId }: Operation, batch: Request[]): Promise<void> {
  const keys = batch.map(({ event: { id, createdAt } }) => ({ id, created_at: createdAt.toISOString() }))
  const { rows } = await sql<EventContent & { id: number }>`
    select e.id, e.snapshot, e.before, e.after
    from json_to_recordset(${JSON.stringify(keys)}::json) key (id bigint, created_at timestamptz)
    join events e on e.organization_id = ${organizationId} and e.id = key.id and e.created_at = key.created_at`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const { event, content } of batch) {
    const row = found.get(event.id)
    if (row) content.resolve(row)
    else content.reject(notFound('Event'))
  }
}
