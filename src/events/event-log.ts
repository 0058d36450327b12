import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import type { EventType } from './catalogue.ts'
import type { Cursor } from './cursor.ts'
import type { EventRow } from './event-row.ts'
import { selectForward } from './logged.ts'

export type ReadRequest = {
  organizationId: number
  after: Cursor
  types?: readonly EventType[]
  /** A further condition. */
  only?: RawBuilder<boolean> | undefined
  limit: number
  /**
   * Maximum number of events that are compared with `types` and `only`. By default all are, which takes long if
   * few of many match.
   */
  compared?: number | undefined
}

export type ReadResult = {
  /** In the order of the log. */
  events: EventRow[]
  /** All events up to this cursor have been read. */
  reachedPosition: Cursor
  /** Whether another read may return more events now. */
  more: boolean
}

/** Maximum number of characters of the events of one read, if it returns more than one event. */
const MAX_CHARACTERS = 8_000_000

/**
 * Reads the log of an organization forward from a cursor. A reader that continues from `reachedPosition` receives each
 * event exactly once. A read returns at most `limit` events of about 8,000,000 characters together, but at least one
 * event. Only numbered events are read.
 */
export async function readEvents(db: Db, request: ReadRequest): Promise<ReadResult> {
  const { after, limit } = request
  const end = await endOfCompared(db, request)
  // Values of large events are stored apart. Only those of the returned events are read.
  const { rows: events } = await sql<EventRow & { isFollowed: boolean }>`
    select ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, is_followed from (
      select *, sum(size) over ahead as characters, row_number() over ahead as number,
        lead(true) over ahead is not null as is_followed
      from (${wantedOf(db, request, end)}) wanted
      window ahead as (order by position rows unbounded preceding)) measured
    where characters <= ${sql.lit(MAX_CHARACTERS)} or number = 1 order by position`.execute(db)
  const last = events.at(-1)
  const isFollowed = events.length === limit || last?.isFollowed === true
  return {
    events: events.map(({ isFollowed: _isFollowed, ...event }) => event),
    reachedPosition: (isFollowed ? null : end) ?? (last ? { position: last.position, id: last.id } : after),
    more: isFollowed || end !== null,
  }
}

/** Returns the cursor of the last event that is compared, or null if there are no further ones. */
async function endOfCompared(
  db: Db,
  { organizationId, after, types, only, compared }: ReadRequest,
): Promise<Cursor | null> {
  if (compared === undefined || (types === undefined && only === undefined)) return null
  const end = await db
    .selectFrom('eventOrder')
    .select(['number as position', 'eventId as id'])
    .where('organizationId', '=', organizationId)
    .where('number', '>', after.position)
    .orderBy('number')
    .offset(compared - 1)
    .limit(1)
    .executeTakeFirst()
  return end ?? null
}

/** Returns the query of the first requested events up to `end`, with their sizes. */
function wantedOf(db: Db, { organizationId, after, types, only, limit }: ReadRequest, end: Cursor | null) {
  return selectForward(db, organizationId, after.position, end?.position)
    .select([...COLUMNS, 'size'])
    .$if(types !== undefined, (query) => query.where('type', '=', sql<string>`any(${types})`))
    .$if(only !== undefined, (query) => query.where(only as RawBuilder<boolean>))
    .orderBy('position')
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
