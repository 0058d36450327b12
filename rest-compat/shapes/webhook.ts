import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp, isoTimestampOrNull } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a webhook for its documented JSON. */
export const WEBHOOK = graphql(/* GraphQL */ `
  fragment webhook on Webhook {
    databaseId
    name
    url
    events
    document
    enabled
    disabledAt
    disabledReason
    createdAt
    updatedAt
  }
`)

type Documented = components['schemas']['webhook']
type Events = ResultOf<typeof WEBHOOK>['events']

/** Converts the events to which an app or the webhook of an install subscribes. */
export const presentAppEvents = (events: Events) =>
  events.map(lowerCase) as components['schemas']['app-event-name'][]

/** Converts a webhook to its documented JSON. */
export function presentWebhook(webhook: ResultOf<typeof WEBHOOK>): Documented {
  return {
    id: webhook.databaseId,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events.map(lowerCase) as Documented['events'],
    document: webhook.document,
    enabled: webhook.enabled,
    disabled_at: isoTimestampOrNull(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
    created_at: isoTimestamp(webhook.createdAt),
    updated_at: isoTimestamp(webhook.updatedAt),
  }
}
