import { graphql, type ResultOf } from '../../graphql.ts'

const DELIVERY_STATE = graphql(`
  fragment DeliveryState on WebhookDelivery @_unmask {
    id
    eventId
    eventType
    state
    reason
    attemptsCount
    nextAttemptAt
    createdAt
    webhook {
      id
      name
      url
    }
  }
`)

const TRY = graphql(`
  fragment Try on DeliveryAttempt @_unmask {
    id
    number
    outcome
    responseStatus
    durationMs
    startedAt
    error
  }
`)

const DELIVERY_ROW = graphql(
  `
    fragment DeliveryRow on WebhookDelivery @_unmask {
      id
      ...DeliveryState
      attempts {
        id
        ...Try
      }
    }
  `,
  [DELIVERY_STATE, TRY],
)

export const DELIVERIES = graphql(
  `
    query Deliveries($first: Int!, $after: String, $filter: WebhookDeliveryFilter) {
      webhookDeliveries(first: $first, after: $after, filter: $filter) {
        nodes {
          id
          ...DeliveryRow
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [DELIVERY_ROW],
)

export type Delivery = ResultOf<typeof DELIVERIES>['webhookDeliveries']['nodes'][number]

/** Asked apart, so that a slow count delays no row. */
export const DELIVERY_COUNT = graphql(`
  query DeliveryCount($filter: WebhookDeliveryFilter) {
    webhookDeliveries(first: 1, filter: $filter) {
      totalCount
      totalCountIsExact
    }
  }
`)

export const DELIVERY = graphql(
  `
    query Delivery($id: ID!) {
      webhookDelivery(by: { id: $id }) {
        id
        ...DeliveryState
        body
        attempts {
          id
          ...Try
          requestHeaders {
            name
            value
          }
          responseHeaders {
            name
            value
          }
          responseHeadersTruncated
          responseBody
        }
      }
    }
  `,
  [DELIVERY_STATE, TRY],
)

export type WholeDelivery = NonNullable<ResultOf<typeof DELIVERY>['webhookDelivery']>
export type Attempt = WholeDelivery['attempts'][number]

/** Each attempt with what it changes: its delivery, and the state of its webhook. */
export const ATTEMPTS = graphql(
  `
    subscription DeliveryAttempts($webhookId: ID) {
      deliveryAttempts(webhookId: $webhookId) {
        id
        delivery {
          id
          ...DeliveryRow
          webhook {
            id
            enabled
            disabledAt
            disabledReason
            failingSince
          }
        }
      }
    }
  `,
  [DELIVERY_ROW],
)

export const REDELIVER = graphql(
  `
    mutation Redeliver($id: ID!) {
      redeliverWebhookDelivery(input: { id: $id }) {
        webhookDelivery {
          id
          ...DeliveryRow
        }
        errors {
          message
          field
          problem
        }
      }
    }
  `,
  [DELIVERY_ROW],
)

export const REDELIVER_MANY = graphql(`
  mutation RedeliverMany($filter: WebhookDeliveryFilter, $dryRun: Boolean!) {
    redeliverWebhookDeliveries(input: { filter: $filter, dryRun: $dryRun }) {
      count
      errors {
        message
        field
        problem
      }
    }
  }
`)
