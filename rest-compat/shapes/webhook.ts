import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'
import { isoTimestamp, isoTimestampOrNull } from './timestamp.ts'

/** GraphQL fields of a webhook for its documented JSON. */
export const WEBHOOK = graphql(/* GraphQL */ `
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
`)

type Documented = components['schemas']['webhook']

/** Converts a webhook to its documented JSON. */
export function presentWebhook(webhook: ResultOf<typeof WEBHOOK>): Documented {
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
