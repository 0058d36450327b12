import express, { type RequestHandler, type Response, type Router } from 'express'
import { sendError } from '../../lib/http/respond.ts'
import { unavailable } from '../../lib/errors.ts'
import type { MetricsAccess } from './edge/metrics-access.ts'
import { responseHeaders, UNSTORED } from './edge/response-headers.ts'
import type { Health } from '../lifecycle/readiness.ts'
import { metricsHandler } from './metrics-server.ts'

/**
 * Routes of the health checks (contract 8). `/healthz` reports that the process and its embedded database are
 * alive. `/readyz` reports that it can serve requests. `/metrics` serves Prometheus if permitted.
 */
export function healthRoutes(health: Health, metrics: MetricsAccess): Router {
  const router = express.Router()
  router.use(['/healthz', '/readyz', '/metrics'], responseHeaders(UNSTORED))
  router.get('/healthz', (_request, response) => answer(response, health.failure()))
  router.get('/readyz', async (_request, response) => answer(response, await health.problem()))
  router.get('/metrics', metricsHandler(health, metrics))
  return router
}

function answer(response: Response, problem: string | null): void {
  if (problem) response.setHeader('Retry-After', '5')
  response.status(problem ? 503 : 200).json(problem ? { status: 'unavailable', problem } : { status: 'ok' })
}

/** Rejects new requests on open connections during shutdown. */
export function rejectWhileDraining(health: Health): RequestHandler {
  return (_request, response, next) => {
    if (!health.isDraining()) return next()
    response.setHeader('Connection', 'close')
    sendError(response, unavailable('The server is stopping; try again'))
  }
}
