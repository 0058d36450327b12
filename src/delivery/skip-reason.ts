import type { GraphQLSchema } from 'graphql'
import type { EventType } from '../events/catalogue.ts'
import { documentTypes } from '../graphql/execution/document-types.ts'
import type { WebhookSettings } from './settings.ts'

/**
 * Returns the reason for skipping an event type, or null. A webhook may have unsubscribed since the delivery
 * was queued, or its document may not select the type. Tests are never skipped.
 */
export function skipReason(
  schema: GraphQLSchema,
  { events, document }: Pick<WebhookSettings, 'events' | 'document'>,
  type: EventType,
): string | null {
  if (type === 'webhook_test') return null
  if (!events.includes(type)) return `The webhook does not subscribe to ${type}`
  const types = document === null ? null : documentTypes(schema, document)
  return types === null || types.includes(type) ? null : `The webhook's document does not select ${type}`
}
