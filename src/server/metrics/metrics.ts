import type { NextFunction, Request, Response } from 'express'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { AttemptOutcome } from '../../db/generated/tables.ts'
import type { Lag } from './lag.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Histogram({
  name: 'echolog_http_request_duration_seconds',
  help: 'Duration of HTTP requests in seconds, by method, part of the service and status.',
  labelNames: ['method', 'part', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

/** Transport of subscription results. */
export type Transport = 'websocket' | 'sse'

const subscriptions = new Gauge({
  name: 'echolog_subscriptions_open',
  help: 'Open GraphQL subscriptions, by transport.',
  labelNames: ['transport'] as const,
  registers: [registry],
})
const slowReaders = new Counter({
  name: 'echolog_slow_readers_total',
  help: 'Connections cut off because they were not read as fast as they were written to, by transport.',
  labelNames: ['transport'] as const,
  registers: [registry],
})
const refusedConnections = new Counter({
  name: 'echolog_connections_refused_total',
  help: 'Connections refused or closed because of a limit, by the limit.',
  labelNames: ['limit'] as const,
  registers: [registry],
})

const attempts = new Counter({
  name: 'echolog_delivery_attempts_total',
  help: 'Delivery attempts that this process made, by outcome.',
  labelNames: ['outcome'] as const,
  registers: [registry],
})
const attemptDurations = new Histogram({
  name: 'echolog_delivery_attempt_duration_seconds',
  help: 'Duration in seconds of the delivery attempts of this process that were not refused.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
  registers: [registry],
})
const queued = new Counter({
  name: 'echolog_deliveries_queued_total',
  help: 'Deliveries that this process queued: one for each event and webhook that subscribes to it.',
  registers: [registry],
})

const LAG: Record<keyof Lag, [name: string, help: string]> = {
  transactionSeconds: [
    'oldest_transaction_age_seconds',
    'Age of the oldest running transaction that has written: events wait for its end. 0 without one.',
  ],
  eventsWaiting: ['events_waiting', '1 while events are recorded that are not queued for webhooks yet.'],
  eventsBlocked: ['events_held_back', '1 while the first waiting event waits for a running transaction.'],
  eventSeconds: ['oldest_waiting_event_age_seconds', 'Age of the first event not queued for webhooks yet.'],
  deliveriesDue: ['deliveries_due', 'Deliveries that are due, counted up to 10000.'],
  deliveriesPending: [
    'deliveries_pending',
    'Deliveries still to be made, due or later, counted up to 10000.',
  ],
  dueSeconds: ['oldest_due_delivery_age_seconds', 'How long the longest waiting delivery has been due.'],
  queuesLeased: ['lanes_leased', 'Queues of webhooks that a worker holds.'],
  webhooksDisabled: ['webhooks_disabled', 'Webhooks that are disabled: their deliveries are held.'],
}
const lagGauges = Object.entries(LAG).map(([key, [name, help]]) => ({
  key: key as keyof Lag,
  gauge: new Gauge({ name: `echolog_${name}`, help, registers: [registry] }),
}))

/** Sets the gauges of the lag. Null removes their values. */
export function setLag(lag: Lag | null): void {
  for (const { key, gauge } of lagGauges)
    if (lag) gauge.set(Number(lag[key]))
    else gauge.remove()
}

/** Counts an attempt of this process. Observes its duration unless nothing was sent. */
export function countAttempt({ outcome, durationMs }: { outcome: AttemptOutcome; durationMs: number }): void {
  attempts.inc({ outcome })
  if (outcome !== 'refused') attemptDurations.observe(durationMs / 1_000)
}

/** Counts deliveries that this process queued. */
export function countQueued(deliveries: number): void {
  queued.inc(deliveries)
}

/** Counts a subscription that starts (1) or ends (-1). */
export function countSubscription(transport: Transport, change: 1 | -1): void {
  subscriptions.inc({ transport }, change)
}

/** Counts a connection closed because it is read too slowly. */
export function countSlowReader(transport: Transport): void {
  slowReaders.inc({ transport })
}

/** Limit for which a connection is rejected or closed. */
export type ConnectionLimit =
  'all' | 'address' | 'anonymous_sockets' | 'early_messages' | 'pipelining' | 'not_reading'

/** Counts a connection that is rejected or closed because of a limit. */
export function countRefusedConnection(limit: ConnectionLimit): void {
  refusedConnections.inc({ limit })
}

/** Returns all metrics in the Prometheus text format. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/**
 * Measures each request except streams, which last as long as they are read. Paths are mapped to few labels.
 */
export function measureRequest(request: Request, response: Response, next: NextFunction): void {
  const start = process.hrtime.bigint()
  response.once('finish', () => {
    if (String(response.getHeader('Content-Type')).startsWith(EVENT_STREAM)) return
    const seconds = Number(process.hrtime.bigint() - start) / 1e9
    requests.observe(
      { method: request.method, part: partOf(request.originalUrl), status: String(response.statusCode) },
      seconds,
    )
  })
  next()
}

const EVENT_STREAM = 'text/event-stream'

function partOf(url: string): string {
  if (url.startsWith('/api/v3/')) return 'rest'
  if (url.startsWith('/graphql')) return 'graphql'
  if (url.startsWith('/oauth/')) return 'oauth'
  return 'other'
}
