import { setTimeout as sleep } from 'node:timers/promises'
import express, { type RequestHandler, type Response, type Router } from 'express'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { sendError } from '../../lib/http/respond.ts'
import { unavailable } from '../../lib/errors.ts'
import type { MetricsAccess } from './edge/metrics-access.ts'
import { responseHeaders, UNSTORED } from './edge/response-headers.ts'
import type { Health } from '../lifecycle/readiness.ts'
import type { FindByHost } from '../../portal/addresses.ts'
import { metricsHandler } from './metrics-server.ts'

/** How long a probe waits for the look-up of its host, in milliseconds. */
const LOOKUP_TIMEOUT_MS = 500
const PATHS = ['/healthz', '/readyz', '/metrics']

/**
 * Routes of the health checks (contract 8). `/healthz` reports that the process and its embedded database are
 * alive. `/readyz` reports that it can serve requests. `/metrics` serves Prometheus if permitted. The host of a portal
 * has none of them. Every other host does, also while the database does not answer.
 */
export function healthRoutes(health: Health, metrics: MetricsAccess, findByHost: FindByHost): Router {
  const router = express.Router()
  router.use(PATHS, exceptOwnHosts(findByHost), responseHeaders(UNSTORED))
  router.get('/healthz', (_request, response) => answer(response, health.failure()))
  router.get('/readyz', async (_request, response) => answer(response, await health.problem()))
  router.get('/metrics', metricsHandler(health, metrics))
  return rejectOtherMethods(router)
}

/** Skips the routes on the host of a portal. */
function exceptOwnHosts(findByHost: FindByHost): RequestHandler {
  return async (request, _response, next) => {
    const portal = findByHost(request)
    if (!portal) return next()
    const late = new AbortController()
    const none = sleep(LOOKUP_TIMEOUT_MS, null, { signal: late.signal })
    const found = await Promise.race([portal, none]).catch(() => null)
    late.abort()
    none.catch(() => {})
    next(found ? 'router' : undefined)
  }
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
