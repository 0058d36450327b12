import { sql, type RawBuilder } from 'kysely'
import type { DeliveryState } from '../../../db/generated/tables.ts'
import type { DeliveryFilter } from './list-deliveries.ts'

/** Default states. Their events are undelivered. */
const UNDELIVERED: DeliveryState[] = ['failed', 'held', 'canceled']

/**
 * Returns the condition of the deliveries of webhooks that a redelivery is about. Without `states`, these are
 * failed, held and canceled ones.
 */
export function redeliveredDeliveries(
  organizationId: number,
  webhookIds: number[],
  filter: DeliveryFilter,
): RawBuilder<unknown> {
  const { event, status, states, types, createdFrom, createdTo } = filter
  // Literals, so that the planner can use the partial index of undelivered deliveries.
  const wantedStates = sql.join((states?.length ? states : UNDELIVERED).map((state) => sql.lit(state)))
  const wantedTypes = types?.length ? types : null
  return sql`organization_id = ${organizationId} and webhook_id = any(${webhookIds}::int[])
    and state in (${wantedStates})
    ${event ? sql`and (event_position, event_id) = (${event.position}::bigint, ${event.id}::bigint)` : sql``}
    ${status ? hasStatus(status) : sql``}
    and (${wantedTypes}::text[] is null or event_type = any(${wantedTypes}::text[]))
    and created_at >= ${createdFrom ?? '-infinity'}::timestamptz and created_at < ${createdTo ?? 'infinity'}::timestamptz`
}

/** Condition that the last attempt received a status between two. */
const hasStatus = ({ min, max }: NonNullable<DeliveryFilter['status']>) =>
  sql`and exists (select 1 from delivery_attempts a where a.organization_id = deliveries.organization_id
    and a.delivery_id = deliveries.id and a.number = deliveries.attempts and a.status between ${min}::int and ${max}::int)`
