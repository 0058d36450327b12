import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { HORIZON } from '../../../events/position.ts'
import { nodeColumns, type EventNode } from '../../events/event-node.ts'

/** Event of a delivery, with the delivery's id. */
type DeliveredEvent = { id: number; event: EventNode }

/**
 * Returns the events of several deliveries in one statement. Deliveries whose event is no longer retained are
 * omitted. A large event is read without its content, except one about a webhook, as by `findEvent`.
 */
export async function eventsOfDeliveries(
  db: Db,
  organizationId: number,
  deliveryIds: number[],
): Promise<DeliveredEvent[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoinLateral(
      (outer) =>
        outer
          .selectFrom('events')
          .select(nodeColumns(sql<boolean>`type like 'webhook%'`))
          .whereRef('events.organizationId', '=', 'deliveries.organizationId')
          .whereRef('events.position', '=', 'deliveries.eventPosition')
          .whereRef('events.id', '=', 'deliveries.eventId')
          // The partition key.
          .whereRef('events.createdAt', '=', 'deliveries.createdAt')
          .where('events.position', '<', HORIZON)
          .as('event'),
      (join) => join.onTrue(),
    )
    .select('deliveries.id as deliveryId')
    .selectAll('event')
    .where('deliveries.organizationId', '=', organizationId)
    .where('deliveries.id', 'in', deliveryIds)
    .execute()
  return rows.map(({ deliveryId, ...event }) => ({ id: deliveryId, event: event as EventNode }))
}
