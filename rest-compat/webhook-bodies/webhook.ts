import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { unixSeconds } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a webhook for the body of its events. */
export const EVENT_WEBHOOK = graphql(/* GraphQL */ `
  fragment eventWebhook on WebhookSnapshot {
    databaseId
    name
    url
    events
    disabledAt
    disabledReason
  }
`)

/** Converts a webhook to the body of its events (contract 6). */
export function presentEventWebhook(webhook: ResultOf<typeof EVENT_WEBHOOK>): object {
  return {
    id: webhook.databaseId,
    object: 'webhook',
    name: webhook.name,
    url: webhook.url,
    events: webhook.events.map(lowerCase),
    disabled_at: webhook.disabledAt && unixSeconds(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
  }
}
