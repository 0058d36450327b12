import type { GraphQLSchema } from 'graphql'
import type { EventType } from '../events/catalogue.ts'
import { documentTypes } from '../graphql/execution/document-types.ts'
import type { WebhookSettings } from './settings.ts'

/**
 * Why a webhook is not to hear of a type of events: because it no longer subscribes to it, as after an install was
 * narrowed, or because its own document never did. Null when it is to hear of it. A test is sent whatever it subscribes to.
 */
export function skipReason(
  schema: GraphQLSchema,
  { events, document }: Pick<WebhookSettings, 'events' | 'document'>,
  type: EventType,
): string | null {
  if (type === 'webhook_test') return null
  if (!events.includes(type)) return `The webhook does not subscribe to ${type}`
  const types = document === null ? null : documentTypes(schema, document)
  return types === null || types.includes(type) ? null : `The webhook's document does not ask for ${type}`
}
