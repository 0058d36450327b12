import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { EventRow } from '../events/event-row.ts'
import { sizeOf } from '../events/event-size.ts'
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
/** Maximum number of characters of the events and bodies read at once, if more than one delivery is read. */
const MAX_CHARACTERS = 2_000_000

/**
 * Reads a queue's earliest due deliveries in order, at most 32 of about 2,000,000 characters together but at
 * least one, and its version. `isAll` is true if no other delivery was due. Null when `owner` no longer holds
 * the queue.
 */
export async function readDueDeliveries(
  db: Db,
  owner: string,
  { organizationId, webhookId }: WebhookQueue,
): Promise<{ version: number; deliveries: DueDelivery[]; isAll: boolean } | null> {
  const { rows } = await sql<Raw>`
    select queue.wakes as version, d.id, d.attempts, d.tries, d.body, d.position, d."eventId", d.type, d."subjectId",
      d."postId", d."actorKind", d."actorId", d."actorUserId",
      d.snapshot, d.before, d.after, d."createdAt", d.due
    from webhook_lanes queue left join lateral (
      select d.id, d.attempts, d.tries, d.body, d.event_position as "position", e.id as "eventId", e.type, e.subject_id as "subjectId", e.post_id as "postId",
        e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor_user_id as "actorUserId",
        e.snapshot, e.before, e.after, e.created_at as "createdAt", d.due_at, e.id as event_id,
        sum(${sizeOf('e')} + coalesce(octet_length(d.body), 0)) over ahead as characters, row_number() over ahead as number,
        count(*) over ()::int as due
      from (select * from deliveries
        where organization_id = ${organizationId} and webhook_id = ${webhookId} and state = 'pending' and due_at <= ${NOW}
        order by due_at, event_position, event_id limit ${sql.lit(BATCH)}) d
      join events e on e.organization_id = d.organization_id and e.id = d.event_id
        and e.created_at = d.created_at
      window ahead as (order by d.due_at, d.event_position, d.event_id rows unbounded preceding)) d
      on d.characters <= ${sql.lit(MAX_CHARACTERS)} or d.number = 1
    where queue.organization_id = ${organizationId} and queue.webhook_id = ${webhookId} and queue.owner = ${owner}
    order by d.due_at, d.position, d.event_id`.execute(db)
  const [first] = rows
  if (!first) return null
  const queue = { organizationId, webhookId }
  const isAll = first.due === null || (first.due < BATCH && first.due === rows.length)
  return { version: first.version, deliveries: rows.flatMap((row) => deliveryOf(row, queue)), isAll }
}

/** Returns the delivery of a row, or none for a queue without due deliveries. */
function deliveryOf(
  { id, attempts, tries, body, version: _version, due: _due, eventId, ...event }: Raw,
  { organizationId, webhookId }: WebhookQueue,
): DueDelivery[] {
  if (id === null) return []
  const ofEvent = { ...event, organizationId, id: eventId }
  return [{ organizationId, webhookId, id, attempts, tries, body, event: ofEvent }]
}

type Raw = Omit<DueDelivery, 'event' | 'id' | keyof WebhookQueue> &
  Omit<EventRow, 'organizationId' | 'id'> & {
    id: number | null
    version: number
    due: number | null
    eventId: number
  }
