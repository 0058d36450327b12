import type { IncomingMessage, ServerResponse } from 'node:http'
import { Histogram, type Registry } from 'prom-client'

/** Measures a request until its response is complete. */
export type MeasureRequest = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Registers the durations of requests. Returns a function that measures a request, except streams, which last
 * as long as they are read. Paths are mapped to few labels.
 */
export function createRequestDurations(registry: Registry): MeasureRequest {
  const requests = new Histogram({
    name: 'echolog_http_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, by method, part of the service and status.',
    labelNames: ['method', 'part', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return (request, response) => {
    const start = process.hrtime.bigint()
    // Express changes the URL of a request while it routes it.
    const { method = '', url = '' } = request
    response.once('finish', () => {
      if (String(response.getHeader('Content-Type')).startsWith(EVENT_STREAM)) return
      const seconds = Number(process.hrtime.bigint() - start) / 1e9
      requests.observe({ method, part: partOf(url), status: String(response.statusCode) }, seconds)
    })
  }
}

const EVENT_STREAM = 'text/event-stream'

function partOf(url: string): string {
  if (url.startsWith('/api/v3/')) return 'rest'
  if (url.startsWith('/graphql')) return 'graphql'
  if (url.startsWith('/oauth/')) return 'oauth'
  return 'other'
}
