import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import { isDistributed } from '../db/sharding/is-distributed.ts'
import type { EventRow } from '../events/event-row.ts'
import { NOW, type WebhookQueue } from './queues.ts'

/** A due delivery with its event. */
export type DueDelivery = WebhookQueue & {
  id: number
  /** Number of attempts in total, and since the delivery was last queued. */
  attempts: number
  tries: number
  /** Body sent by earlier attempts. Null before the first. */
  body: string | null
  event: EventRow
}

/** Number of deliveries of a queue read at once. */
const BATCH = 32
/**
 * Maximum number of characters of the events and bodies read at once, if more than one delivery of each queue is read.
 */
const MAX_CHARACTERS = 2_000_000

/** Due deliveries of a queue in order, and its version. `isAll` is true if no other delivery was due. */
export type Due = { version: number; deliveries: DueDelivery[]; isAll: boolean }

/**
 * Reads the earliest due deliveries of queues in order. Returns for each queue at most 32, and at most its part of
 * about 2,000,000 characters, but at least one. Null for a queue that `owner` no longer holds. Executes one statement,
 * or one for each organization if the database is distributed.
 */
export async function readDueDeliveries(
  db: Db,
  owner: string,
  queues: readonly WebhookQueue[],
): Promise<(Due | null)[]> {
  const characters = Math.floor(MAX_CHARACTERS / queues.length)
  if (!isDistributed(db)) {
    const rows = await readRows(db, { owner, queues, characters, organization: sql`k.organization_id` })
    return queues.map((queue, index) => dueOf(queue, rows.get(index + 1) ?? []))
  }
  const found = new Map<WebhookQueue, Due | null>()
  for (const [organizationId, part] of Map.groupBy(queues, (queue) => queue.organizationId)) {
    const organization = sql`${organizationId}::int`
    const rows = await readRows(db, { owner, queues: part, characters, organization })
    for (const [index, queue] of part.entries()) found.set(queue, dueOf(queue, rows.get(index + 1) ?? []))
  }
  return queues.map((queue) => found.get(queue) ?? null)
}

type Reading = {
  owner: string
  queues: readonly WebhookQueue[]
  /** Maximum number of characters of each queue. */
  characters: number
  /** Organization of the queues as SQL: of each of them, or of all. */
  organization: RawBuilder<unknown>
}

/** Returns the rows of due deliveries by the number of the queue. */
async function readRows(
  db: Db,
  { owner, queues, characters, organization }: Reading,
): Promise<Map<number, Raw[]>> {
  const { rows } = await sql<Raw>`
    select k.number::int as "queue", queue.wakes as version, d.id, d.attempts, d.tries, d.body, d.position, d."eventId", d.type, d."subjectId",
      d."postId", d."actorKind", d."actorId", d."actorUserId",
      d.snapshot, d.before, d.after, d."createdAt", d.due
    from unnest((select ${queues.map(({ organizationId }) => organizationId)}::int[]),
      (select ${queues.map(({ webhookId }) => webhookId)}::int[])) with ordinality as k (organization_id, webhook_id, number)
    join webhook_lanes queue on queue.organization_id = ${organization} and queue.webhook_id = k.webhook_id
    left join lateral (
      select d.id, d.attempts, d.tries, d.body, d.event_position as "position", e.id as "eventId", e.type, e.subject_id as "subjectId", e.post_id as "postId",
        e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor_user_id as "actorUserId",
        e.snapshot, e.before, e.after, e.created_at as "createdAt", d.due_at, e.id as event_id,
        sum(e.size + coalesce(octet_length(d.body), 0)) over ahead as characters, row_number() over ahead as number,
        count(*) over ()::int as due
      from (select * from deliveries
        where organization_id = ${organization} and webhook_id = k.webhook_id and state = 'pending' and due_at <= ${NOW}
        order by due_at, event_position, event_id limit ${sql.lit(BATCH)}) d
      join events e on e.organization_id = ${organization} and e.id = d.event_id
        and e.created_at = d.created_at
      window ahead as (order by d.due_at, d.event_position, d.event_id rows unbounded preceding)) d
      on d.characters <= ${characters} or d.number = 1
    where queue.owner = ${owner}
    order by k.number, d.due_at, d.position, d.event_id`.execute(db.withoutPlugins())
  return Map.groupBy(rows, ({ queue }) => queue)
}

function dueOf(queue: WebhookQueue, rows: Raw[]): Due | null {
  const [first] = rows
  if (!first) return null
  const isAll = first.due === null || (first.due < BATCH && first.due === rows.length)
  return { version: first.version, deliveries: rows.flatMap((row) => deliveryOf(row, queue)), isAll }
}

/** Returns the delivery of a row, or none for a queue without due deliveries. */
function deliveryOf(
  { id, attempts, tries, body, queue: _queue, version: _version, due: _due, eventId, ...event }: Raw,
  { organizationId, webhookId }: WebhookQueue,
): DueDelivery[] {
  if (id === null) return []
  const ofEvent = { ...event, organizationId, id: eventId }
  return [{ organizationId, webhookId, id, attempts, tries, body, event: ofEvent }]
}

type Raw = Omit<DueDelivery, 'event' | 'id' | keyof WebhookQueue> &
  Omit<EventRow, 'organizationId' | 'id'> & {
    id: number | null
    /** Number of the queue among those read, from 1 on. */
    queue: number
    version: number
    due: number | null
    eventId: number
  }
