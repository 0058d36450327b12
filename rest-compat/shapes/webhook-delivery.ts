import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'
import { isoTimestamp, isoTimestampOrNull } from './timestamp.ts'

/** GraphQL fields of a delivery for its documented JSON. */
export const DELIVERY = graphql(/* GraphQL */ `
  fragment delivery on WebhookDelivery {
    id
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
      status
      durationMs
      response
      error
    }
  }
`)

type Documented = components['schemas']['webhook-delivery']

/** Converts a delivery to its documented JSON. */
export function presentDelivery(delivery: ResultOf<typeof DELIVERY>): Documented {
  return {
    id: Number(delivery.id),
    event_id: delivery.eventId,
    // Webhooks receive the documented events only.
    event: delivery.eventType as Documented['event'],
    state: delivery.state,
    attempts_count: delivery.attemptsCount,
    next_attempt_at: isoTimestampOrNull(delivery.nextAttemptAt),
    created_at: isoTimestamp(delivery.createdAt),
    attempts: delivery.attempts.map(({ startedAt, durationMs, ...attempt }) => ({
      ...attempt,
      at: isoTimestamp(startedAt),
      duration_ms: durationMs,
    })),
  }
}
