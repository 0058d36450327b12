import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import type { EventType } from './catalogue.ts'
import type { Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { EVENT_SIZE } from './event-size.ts'
import { HORIZON } from './position.ts'

export type ReadRequest = {
  after: Cursor
  /** Restricts the read to one organization. */
  organizationId?: number
  types?: readonly EventType[]
  /** A further condition. */
  only?: RawBuilder<boolean> | undefined
  limit: number
  /**
   * Maximum number of events that are compared with `types` and `only`. By default all are, which takes long if
   * few of many match.
   */
  compared?: number | undefined
  /** When the event at `after` was recorded, if known. Older partitions of the log are then not read. */
  reachedAt?: Date | undefined
}

export type ReadResult = {
  /** In the order of the log. */
  events: EventRow[]
  /** All events up to this cursor have been read. */
  reachedPosition: Cursor
  /** Whether another read may return more events now. */
  more: boolean
  /** Whether a running transaction still blocks stored events of any type. */
  blocked: boolean
}

/** Maximum number of characters of the events of one read, if it returns more than one event. */
const MAX_CHARACTERS = 8_000_000

/** How much earlier an event may be recorded than the one before it in the log, in days. */
const MAX_TRANSACTION = 1

/**
 * Reads the log forward from a cursor. A reader that continues from `reachedPosition` receives each event exactly
 * once. A read returns at most `limit` events of about 8,000,000 characters together, but at least one event.
 * Only events below the horizon are read, because transactions may commit in another order than they began.
 */
export async function readEvents(db: Db, request: ReadRequest): Promise<ReadResult> {
  const { after, limit } = request
  const ahead = eventsAhead(db, request)
  const end = await endOfCompared(ahead, request)
  // One index entry. A condition on the position of all events ahead could scan them.
  const isLastBlocked = ahead
    .select(sql<boolean>`position >= ${HORIZON}`.as('blocked'))
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
  // Values of large events are stored apart. Only those of the returned events are read.
  const { rows } = await sql<EventRow & { isFollowed: boolean | null; blocked: boolean }>`
    select read.*, log.blocked from (
      select coalesce((${isLastBlocked}), false) as blocked) log
    left join (
      select ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, is_followed from (
        select *, sum(size) over ahead as characters, row_number() over ahead as number,
          lead(true) over ahead is not null as is_followed
        from (${settledOf(upTo(ahead, end), request)}) settled
        window ahead as (order by position, id rows unbounded preceding)) measured
      where characters <= ${sql.lit(MAX_CHARACTERS)} or number = 1) read on true
    order by read.position, read.id`.execute(db)
  const events = rows.filter(({ position }) => position !== null)
  const last = events.at(-1)
  const isFollowed = events.length === limit || last?.isFollowed === true
  return {
    events: events.map(({ isFollowed: _isFollowed, blocked: _blocked, ...event }) => event),
    reachedPosition: (isFollowed ? null : end) ?? (last ? { position: last.position, id: last.id } : after),
    more: isFollowed || end !== null,
    blocked: rows[0]?.blocked ?? false,
  }
}

/** Returns the query of all events after the cursor, of the organization if there is one. */
function eventsAhead(db: Db, { after, organizationId, reachedAt }: ReadRequest) {
  return db
    .selectFrom('events')
    .where(sql<boolean>`(position, id) > (${after.position}::bigint, ${after.id}::bigint)`)
    .$if(organizationId !== undefined, (query) => query.where('organizationId', '=', organizationId ?? 0))
    .$if(reachedAt !== undefined, (query) =>
      query.where('createdAt', '>=', sql<Date>`least(${reachedAt}::timestamptz, now()) - ${DAYS}::interval`),
    )
}

type Ahead = ReturnType<typeof eventsAhead>

/** Returns the cursor of the last event that is compared, or null if there are no further ones. */
async function endOfCompared(ahead: Ahead, { types, only, compared }: ReadRequest): Promise<Cursor | null> {
  if (compared === undefined || (types === undefined && only === undefined)) return null
  const end = await ahead
    .select(['position', 'id'])
    .where('position', '<', HORIZON)
    .orderBy('position')
    .orderBy('id')
    .offset(compared - 1)
    .limit(1)
    .executeTakeFirst()
  return end ?? null
}

const upTo = (ahead: Ahead, end: Cursor | null): Ahead =>
  end ? ahead.where(sql<boolean>`(position, id) <= (${end.position}::bigint, ${end.id}::bigint)`) : ahead

/** Returns the query of the first requested events below the horizon, with their sizes. */
function settledOf(ahead: Ahead, { types, only, limit }: ReadRequest) {
  return ahead
    .select([...COLUMNS, EVENT_SIZE.as('size')])
    .where('position', '<', HORIZON)
    .$if(types !== undefined, (query) => query.where('type', '=', sql<string>`any(${types})`))
    .$if(only !== undefined, (query) => query.where(only as RawBuilder<boolean>))
    .orderBy('position')
    .orderBy('id')
    .limit(sql.lit(limit))
}

/** SQL of the columns of an event. */
const COLUMNS = [
  'organizationId',
  'position',
  'id',
  'type',
  'subjectId',
  'postId',
  'actorKind',
  'actorId',
  'actorUserId',
  'snapshot',
  'before',
  'after',
  'createdAt',
] as const
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
