import type { components } from '../../openapi/types.ts'
import { isoTime, isoTimeOrNull, type Moment } from './timestamp.ts'

/** What a webhook's documented JSON is made of. */
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
  disabledAt: Moment | null
  disabledReason: string | null
  createdAt: Moment
  updatedAt: Moment
}

/** A webhook as REST documents it. */
export function presentWebhook(webhook: WebhookData): Documented {
  return {
    id: Number(webhook.id),
    name: webhook.name,
    url: webhook.url,
    events: webhook.events,
    document: webhook.document,
    enabled: webhook.disabledAt === null,
    disabled_at: isoTimeOrNull(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
    created_at: isoTime(webhook.createdAt),
    updated_at: isoTime(webhook.updatedAt),
  }
}
