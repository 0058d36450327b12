import type { GraphQLSchema } from 'graphql'
import type { EventRow } from '../events/event-row.ts'
import { documentFilter } from '../graphql/execution/document-filter.ts'
import { toEventFilter } from '../modules/events/event-filters.ts'
import { toConditions, type EventFilterValue } from '../modules/events/inputs.ts'
import type { WebhookSettings } from './settings.ts'

/**
 * Returns the reason for skipping an event, or null. A webhook may have unsubscribed since the delivery was
 * queued, or the filter of its document may not select the event. Tests are never skipped.
 */
export function skipReason(
  schema: GraphQLSchema,
  { events, document }: Pick<WebhookSettings, 'events' | 'document'>,
  event: EventRow,
): string | null {
  const { type } = event
  if (type === 'webhook_test') return null
  if (!events.includes(type)) return `The webhook does not subscribe to ${type}`
  const filter = document === null ? null : documentFilter(schema, document)
  if (filter === null) return null
  const conditions = toConditions(filter as EventFilterValue)
  if (conditions.types?.length && !conditions.types.includes(type))
    return `The webhook's document does not select ${type}`
  return toEventFilter(conditions).matches(event) ? null : "The webhook's document does not select the event"
}
