import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp, isoTimestampOrNull } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a delivery for its documented JSON. */
export const DELIVERY = graphql(/* GraphQL */ `
  fragment delivery on WebhookDelivery {
    databaseId
    eventId
    eventType
    state
    attemptsCount
    nextAttemptAt
    createdAt
    attempts {
      number
      startedAt
      outcome
      responseStatus
      durationMs
      responseBody
      error
    }
  }
`)

type Documented = components['schemas']['WebhookDelivery']

/** Converts a delivery to its documented JSON. */
export function presentDelivery(delivery: ResultOf<typeof DELIVERY>): Documented {
  return {
    id: delivery.databaseId,
    event_id: String(delivery.eventId),
    // Webhooks receive the documented events only.
    event: lowerCase(delivery.eventType) as Documented['event'],
    state: lowerCase(delivery.state),
    attempts_count: delivery.attemptsCount,
    next_attempt_at: isoTimestampOrNull(delivery.nextAttemptAt),
    created_at: isoTimestamp(delivery.createdAt),
    attempts: delivery.attempts.map((attempt) => ({
      number: attempt.number,
      outcome: lowerCase(attempt.outcome),
      status: attempt.responseStatus,
      response: attempt.responseBody,
      error: attempt.error,
      at: isoTimestamp(attempt.startedAt),
      duration_ms: attempt.durationMs,
    })),
  }
}
