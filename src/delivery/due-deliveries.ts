import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { EventRow } from '../events/event-row.ts'
import type { WebhookQueue } from './queues.ts'

/** A delivery that is due, with its event. */
export type DueDelivery = WebhookQueue & {
  id: number
  /** All attempts so far, and those since it was last queued. */
  attempts: number
  tries: number
  /** What earlier attempts sent; null before the first. */
  body: string | null
  event: EventRow
}

/** How many deliveries of a lane are read at once. */
const BATCH = 32

/** What a lane has due, first what is due first, and how often it had been woken at that moment; null when `owner` no longer holds it. */
export async function readDueDeliveries(
  db: Db,
  owner: string,
  { organizationId, webhookId }: WebhookQueue,
): Promise<{ version: number; deliveries: DueDelivery[] } | null> {
  const { rows } = await sql<Raw>`
    select lane.wakes as version, d.* from webhook_lanes lane left join lateral (
      select d.id, d.attempts, d.tries, d.body, e.position as "position", e.id as "eventId", e.type, e.subject_id as "subjectId",
        e.snapshot, e.before, e.after, e.created_at as "createdAt"
      from (select * from deliveries
        where organization_id = ${organizationId} and webhook_id = ${webhookId} and state = 'pending' and due_at <= now()
        order by due_at, event_position, event_id limit ${sql.lit(BATCH)}) d
      join events e on e.organization_id = d.organization_id and e.position = d.event_position and e.id = d.event_id
        and e.created_at = d.created_at
      order by d.due_at, d.event_position, d.event_id) d on true
    where lane.organization_id = ${organizationId} and lane.webhook_id = ${webhookId} and lane.owner = ${owner}`.execute(
    db,
  )
  const [first] = rows
  if (!first) return null
  return {
    version: first.version,
    deliveries: rows.flatMap(({ id, attempts, tries, body, version: _version, eventId, ...event }) =>
      id === null
        ? []
        : [
            {
              organizationId,
              webhookId,
              id,
              attempts,
              tries,
              body,
              event: { ...event, organizationId, id: eventId },
            },
          ],
    ),
  }
}

type Raw = Omit<DueDelivery, 'event' | 'id' | keyof WebhookQueue> &
  Omit<EventRow, 'organizationId' | 'id'> & { id: number | null; version: number; eventId: number }
