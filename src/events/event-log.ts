import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import type { EventType } from './catalogue.ts'
import type { Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { HORIZON } from './position.ts'

export type ReadRequest = {
  after: Cursor
  /** Only of one organization; else of all. */
  organizationId?: number
  types?: readonly EventType[]
  /** A further condition. */
  only?: RawBuilder<boolean>
  limit: number
  /** When the event that `after` stands at was recorded, if known: older parts of the log are not looked into. */
  reachedAt?: Date
}

export type ReadResult = {
  /** In the log's order. */
  events: EventRow[]
  /** Everything up to here has been read. */
  reachedPosition: Cursor
  /** Whether there may be more to read at once. */
  more: boolean
  /** Whether events are there already that a running transaction still holds back. */
  blocked: boolean
}

/** How much earlier than the transaction before it an event can have been written, in days. */
const MAX_TRANSACTION = 1

/**
 * Reads the log onwards from a cursor. A reader that goes on from `reached` misses nothing and gets nothing twice, also
 * when transactions commit in another order than they began: only what lies below the horizon is handed out.
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

/** The end of what can be read now: everything that was stored before lies before it, unless a running transaction held it back. */
export async function endOfLog(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ horizon: number }>`select ${HORIZON} as horizon`.execute(db)
  return { position: (rows[0]?.horizon ?? 1) - 1, id: LAST }
}

/** The highest position that the log no longer has: whoever stands before it may have missed something. */
export async function prunedPosition(db: Db): Promise<number> {
  const { forgotten } = await db.selectFrom('eventLog').select('forgotten').executeTakeFirstOrThrow()
  return forgotten
}
