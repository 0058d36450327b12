import type { NextFunction, Request, Response } from 'express'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const requests = new Histogram({
  name: 'echolog_http_request_duration_seconds',
  help: 'Duration of HTTP requests in seconds, by method, part of the service and status.',
  labelNames: ['method', 'part', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

/** Everything measured, as Prometheus reads it. */
export async function metricsText(): Promise<{ contentType: string; text: string }> {
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** Measures each request; the parts are few, whatever addresses clients make up. */
export function measure(request: Request, response: Response, next: NextFunction): void {
  const start = process.hrtime.bigint()
  response.once('finish', () => {
    const seconds = Number(process.hrtime.bigint() - start) / 1e9
    requests.observe(
      { method: request.method, part: partOf(request.originalUrl), status: String(response.statusCode) },
      seconds,
    )
  })
  next()
}

function partOf(url: string): string {
  if (url.startsWith('/api/v3/')) return 'rest'
  if (url.startsWith('/graphql')) return 'graphql'
  if (url.startsWith('/oauth/')) return 'oauth'
  return 'other'
}
