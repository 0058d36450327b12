import type { AttemptOutcome, MailKind, MailState } from '../db/generated/tables.ts'

/** Transport of subscription results. */
export type Transport = 'websocket' | 'sse'

/** Limit for which a connection is rejected or closed. */
export type ConnectionLimit =
  'all' | 'address' | 'anonymous_sockets' | 'early_messages' | 'pipelining' | 'not_reading'

/** Counters of this process. */
export type Metrics = {
  /** Counts an attempt of this process. Observes its duration unless nothing was sent. */
  countAttempt(attempt: { outcome: AttemptOutcome; durationMs: number }): void
  /** Counts deliveries that this process queued. */
  countQueued(deliveries: number): void
  /** Counts a mail that reached a final state. */
  countMail(kind: MailKind, state: MailState): void
  /** Counts a subscription that starts (1) or ends (-1). */
  countSubscription(transport: Transport, change: 1 | -1): void
  /** Counts a connection closed because it is read too slowly. */
  countSlowReader(transport: Transport): void
  /** Counts a connection that is rejected or closed because of a limit. */
  countRefusedConnection(limit: ConnectionLimit): void
}
