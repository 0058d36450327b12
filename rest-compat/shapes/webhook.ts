import type { components } from '../../openapi/types.ts'
import { isoTimestamp, isoTimestampOrNull, type Timestamp } from './timestamp.ts'

/** GraphQL fields of a webhook for its documented JSON. */
export const WEBHOOK = /* GraphQL */ `
  fragment webhook on Webhook {
    id
    name
    url
    events
    document
    disabledAt
    disabledReason
    createdAt
    updatedAt
  }
`

type Documented = components['schemas']['webhook']

export type WebhookData = {
  id: string
  name: string
  url: string
  events: Documented['events']
  document: string | null
  disabledAt: Timestamp | null
  disabledReason: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Converts a webhook to its documented JSON. */
export function presentWebhook(webhook: WebhookData): Documented {
  return {
    id: Number(webhook.id),
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    document: webhook.document,
    enabled: webhook.disabledAt === null,
    disabled_at: isoTimestampOrNull(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
    created_at: isoTimestamp(webhook.createdAt),
    updated_at: isoTimestamp(webhook.updatedAt),
  }
}
