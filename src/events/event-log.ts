import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import type { EventType } from './catalogue.ts'
import type { Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { HORIZON } from './position.ts'

export type ReadRequest = {
  after: Cursor
  /** Restricts the read to one organization. */
  organizationId?: number
  types?: readonly EventType[]
  /** A further condition. */
  only?: RawBuilder<boolean>
  limit: number
  /** When the event at `after` was recorded, if known. Older partitions of the log are then not read. */
  reachedAt?: Date
}

export type ReadResult = {
  /** In the order of the log. */
  events: EventRow[]
  /** All events up to this cursor have been read. */
  reachedPosition: Cursor
  /** Whether another read may return more events now. */
  more: boolean
  /** Whether a running transaction still blocks stored events. */
  blocked: boolean
}

/** How much earlier an event may be recorded than the one before it in the log, in days. */
const MAX_TRANSACTION = 1

/**
 * Reads the log forward from a cursor. A reader that continues from `reached` receives each event exactly
 * once. Only events below the horizon are returned, because transactions may commit in another order than
 * they began.
 */
export async function readEvents(db: Db, request: ReadRequest): Promise<ReadResult> {
  const { after, organizationId, types, only, limit, reachedAt } = request
  const rows = await db
    .selectFrom('events')
    .select([
      'organizationId',
      'position',
      'id',
      'type',
      'subjectId',
      'snapshot',
      'before',
      'after',
      'createdAt',
      sql<number>`${HORIZON}`.as('horizon'),
    ])
    .where(sql<boolean>`(position, id) > (${after.position}::bigint, ${after.id}::bigint)`)
    .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? 0))
    .$if(types !== undefined, (query) => query.where('type', '=', sql<string>`any(${types})`))
    .$if(only !== undefined, (query) => query.where(only as RawBuilder<boolean>))
    .$if(reachedAt !== undefined, (query) =>
      query.where('createdAt', '>=', sql<Date>`least(${reachedAt}::timestamptz, now()) - ${DAYS}::interval`),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute()
  const events = rows.filter(({ position, horizon }) => position < horizon)
  const last = events.at(-1)
  return {
    events: events.map(({ horizon: _horizon, ...event }) => event as EventRow),
    reachedPosition: last ? { position: last.position, id: last.id } : after,
    more: rows.length === limit && events.length === rows.length,
    blocked: events.length < rows.length,
  }
}

const DAYS = sql.lit(`${MAX_TRANSACTION} day`)
const LAST = Number.MAX_SAFE_INTEGER

/**
 * Returns the current end of the readable log. It includes all events stored before, except those that a
 * running transaction blocks.
 */
export async function endOfLog(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ horizon: number }>`select ${HORIZON} as horizon`.execute(db)
  return { position: (rows[0]?.horizon ?? 1) - 1, id: LAST }
}

/** Returns the highest position that was deleted from the log. A reader before it may have missed events. */
export async function prunedPosition(db: Db): Promise<number> {
  const { forgotten } = await db.selectFrom('eventLog').select('forgotten').executeTakeFirstOrThrow()
  return forgotten
}
