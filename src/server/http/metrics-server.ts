import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { createServer } from '../../lib/http/node-http.ts'
import { rejectMethods } from '../../lib/http/reject-methods.ts'
import { sendError } from '../../lib/http/respond.ts'
import { AppError } from '../../lib/errors.ts'
import { assertMetricsToken } from './edge/metrics-access.ts'
import type { Limits } from '../../lib/http/server-limits.ts'
import { responseHeaders, UNSTORED } from './edge/response-headers.ts'
import { securityHeaders } from './edge/security-headers.ts'
import { httpTimeouts } from './edge/http-timeouts.ts'
import type { Health } from '../lifecycle/readiness.ts'
import { close, listen } from './listen.ts'

type MetricsServerOptions = {
  host: string
  /** 0 selects a free port. */
  port: number
  health: Pick<Health, 'metrics'>
  limits: Limits
  metricsToken: string | null
}

/** Serves only `/metrics`, on a separate port. Returns its address and a function that stops it. */
export async function startMetrics(
  options: MetricsServerOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { host, limits, health, metricsToken } = options
  const app = express().disable('x-powered-by').disable('etag')
  app.use(responseHeaders([...securityHeaders(null), ...UNSTORED]))
  app.get(
    '/metrics',
    metricsHandler(health, (headers) => assertMetricsToken(headers, metricsToken)),
  )
  app.all('/metrics', rejectMethods(['GET']))
  app.use((_request, response) => sendError(response, new AppError('NOT_FOUND', 'There is nothing here')))
  app.use(sendAppError)
  const server = createServer(httpTimeouts(limits), app)
  server.maxConnections = limits.connectionsPerAddress
  const url = await listen(server, options.port, host)
  return { url, stop: () => close(server) }
}

/** Sends an error that the routes throw. Express recognizes it by its four parameters. */
const sendAppError: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof AppError) sendError(response, error)
  else next(error)
}

/** Responds with all metrics in the Prometheus text format if the request is allowed. */
export function metricsHandler(
  health: Pick<Health, 'metrics'>,
  assertAllowed: (headers: express.Request['headers']) => void,
): RequestHandler {
  return async (request, response) => {
    try {
      assertAllowed(request.headers)
    } catch (error) {
      if (error instanceof AppError) return sendError(response, error)
      throw error
    }
    const { contentType, text } = await health.metrics()
    response.setHeader('Content-Type', contentType)
    response.end(text)
  }
}
