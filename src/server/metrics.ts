import type { NextFunction, Request, Response } from 'express'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Histogram({
  name: 'echolog_http_request_duration_seconds',
  help: 'Duration of HTTP requests in seconds, by method, part of the service and status.',
  labelNames: ['method', 'part', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

/** How live results are sent. */
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

/** Counts a subscription that opens (1) or ends (-1). */
export function countSubscription(transport: Transport, change: 1 | -1): void {
  subscriptions.inc({ transport }, change)
}

/** Counts a connection that is cut off for being read too slowly. */
export function countSlowReader(transport: Transport): void {
  slowReaders.inc({ transport })
}

/** Everything measured, as Prometheus reads it. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** Measures each request but streams, which last as long as somebody reads; the parts are few, whatever addresses clients make up. */
export function measure(request: Request, response: Response, next: NextFunction): void {
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
