import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { invalidParam } from '../../src/lib/errors.ts'
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
    headerNames
    enabled
    disabledAt
    disabledReason
    createdAt
    updatedAt
  }
`)

type Documented = components['schemas']['Webhook']
type Events = ResultOf<typeof WEBHOOK>['events']

/** Converts the events to which an app or the webhook of an install subscribes. */
export const presentAppEvents = (events: Events) =>
  events.map(lowerCase) as components['schemas']['AppEventName'][]

/** Converts a webhook to its documented JSON. */
export function presentWebhook(webhook: ResultOf<typeof WEBHOOK>): Documented {
  return {
    id: webhook.databaseId,
    name: webhook.name,
    url: webhook.url,
    events: webhook.events.map(lowerCase) as Documented['events'],
    document: webhook.document,
    header_names: webhook.headerNames,
    enabled: webhook.enabled,
    disabled_at: isoTimestampOrNull(webhook.disabledAt),
    disabled_reason: webhook.disabledReason,
    created_at: isoTimestamp(webhook.createdAt),
    updated_at: isoTimestamp(webhook.updatedAt),
  }
}

type Headers = {
  headers?: Record<string, unknown> | null | undefined
  basic_auth?: Record<string, unknown> | null | undefined
}

/**
 * Converts the headers that deliveries of a webhook add, and the credentials of its receiver's gateway.
 * @throws AppError INVALID_PARAM for a value that is no string
 */
export function toHeadersInput({ headers, basic_auth }: Headers) {
  return {
    headers:
      headers && Object.entries(headers).map(([name, value]) => ({ name, value: textIn('headers', value) })),
    basicAuth: basic_auth && {
      username: textIn('basic_auth', basic_auth.username),
      password: textIn('basic_auth', basic_auth.password),
    },
  }
}

function textIn(field: string, value: unknown): string {
  if (typeof value !== 'string') throw invalidParam(field, 'must have strings as values')
  return value
}
