import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { LoggedEvent } from '../../../events/logged.ts'
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
          .selectFrom(
            sql<LoggedEvent>`(select deliveries.event_position as position, events.* from events
              where organization_id = deliveries.organization_id and id = deliveries.event_id
                and created_at = deliveries.created_at)`.as('events'),
          )
          .select(nodeColumns(sql<boolean>`type like 'webhook%'`))
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
