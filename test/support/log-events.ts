import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { BEGINNING, type Cursor } from '../../src/events/cursor.ts'
import type { EventRow } from '../../src/events/event-row.ts'
import { readEvents } from '../../src/events/event-log.ts'
import { recordEvents, type NewEvent } from '../../src/events/record.ts'

/** An event about the post of this id. */
export const eventOf = (subjectId: number, organizationId = 1): NewEvent => ({
  organizationId,
  type: 'post_updated',
  subjectId,
  snapshot: { id: subjectId },
})

/** Records events about these posts in a transaction of their own. */
export const record = (db: Db, subjectIds: number[], organizationId = 1): Promise<EventRow[]> =>
  inTransaction(db, (tx) =>
    recordEvents(
      tx,
      subjectIds.map((id) => eventOf(id, organizationId)),
    ),
  )

export const subjectsOf = (events: EventRow[]) => events.map(({ subjectId }) => subjectId)

/** Reads on from a cursor until nothing is held back; other tests' transactions hold back as well. */
export async function readAll(db: Db, after: Cursor = BEGINNING): Promise<EventRow[]> {
  const all: EventRow[] = []
  for (let cursor = after; ;) {
    const { events, reached, more, unsettled } = await readEvents(db, { after: cursor, limit: 100 })
    all.push(...events)
    cursor = reached
    if (!more && !unsettled) return all
    if (!more) await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Stores events as a restored dump would, at given positions or moments. */
export async function store(
  db: Db,
  rows: { position: number; subjectId: number; createdAt?: Date }[],
): Promise<void> {
  const values = rows.map((row) => ({ ...row, organizationId: 1, type: 'post_updated', snapshot: '{}' }))
  await db.insertInto('events').values(values).execute()
}

/** Ends the connections to a test's database that bear this application name. */
export async function killConnections(db: Db, name: string): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name} and pid <> pg_backend_pid()`.execute(db)
  return rows.length
}

/** Waits until `check` holds. */
export const until = (check: () => boolean): Promise<void> =>
  vi.waitUntil(check, { timeout: 10_000, interval: 10 }).then(() => {})
