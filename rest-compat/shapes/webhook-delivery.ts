import type { components } from '../../openapi/types.ts'
import { isoTimestamp, isoTimestampOrNull, type Timestamp } from './timestamp.ts'

/** GraphQL fields of a delivery for its documented JSON. */
export const DELIVERY = /* GraphQL */ `
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
`

type Documented = components['schemas']['webhook-delivery']

export type DeliveryData = {
  id: string
  eventId: string
  eventType: Documented['event']
  state: Documented['state']
  attemptsCount: number
  nextAttemptAt: Timestamp | null
  createdAt: Timestamp
  attempts: {
    number: number
    startedAt: Timestamp
    outcome: Documented['attempts'][number]['outcome']
    status: number | null
    durationMs: number
    response: string | null
    error: string | null
  }[]
}

/** Converts a delivery to its documented JSON. */
export function presentDelivery(delivery: DeliveryData): Documented {
  return {
    id: Number(delivery.id),
    event_id: delivery.eventId,
    event: delivery.eventType,
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
