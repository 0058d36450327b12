import type { NextFunction, Request, Response } from 'express'
import type { Logger } from '../log/logger.ts'

/** The logged facts of one request. A URL may contain secrets, so only its route is logged. */
export type RequestFacts = {
  method: string
  /** Pattern of the path, such as `/api/v3/posts/:id`. Null for an unknown path. */
  route: string | null
  status: number
  /** `performance.now()` at the start of the request. */
  start: number
  /** Id of the caller's organization. Null for an unknown one. */
  organization: number | null
  requestId: string
}

/** Logs a request at `info`. */
export type RequestLog = (facts: RequestFacts) => void

/** Creates the log of requests. Null if the level of the log excludes it. */
export function createRequestLog(log: Logger): RequestLog | null {
  if (!log.isLevelEnabled('info')) return null
  return ({ method, route, status, start, organization, requestId }) => {
    const ms = Math.round((performance.now() - start) * 10) / 10
    log.info({ method, route, status, ms, organization, requestId }, 'request')
  }
}

/**
 * Creates the middleware that logs each request when its response ends or its connection closes. `factsOf` returns
 * its id and the organization of its caller.
 */
export function logRequests(
  write: RequestLog | null,
  factsOf: (request: Request) => Pick<RequestFacts, 'organization' | 'requestId'>,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!write) return next()
    const start = performance.now()
    response.once('close', () => {
      write({
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        start,
        organization: factsOf(request).organization,
        requestId: factsOf(request).requestId,
      })
    })
    next()
  }
}

const ASSETS = '/docs/assets'
/** Addresses below the pages of an organization. */
const PORTAL = /^\/@[^/]*/

/**
 * Returns the pattern of the path. Express has none for a path below which a handler is mounted, and leaves the path
 * out at which a router is mounted.
 */
export function routeOf({ route, originalUrl }: Request): string | null {
  const pattern = (route as { path?: unknown } | undefined)?.path
  const [path = ''] = originalUrl.split('?', 1)
  if (typeof pattern === 'string')
    return PORTAL.test(path) ? `/@:slug${pattern === '/' ? '' : pattern}` : pattern
  if (Array.isArray(pattern)) return pattern.includes(path) ? path : null
  if (path.startsWith(`${ASSETS}/`)) return `${ASSETS}/*`
  if (/^\/console(\/|$)/.test(path)) return '/console/*'
  return /^\/graphql\/?$/.test(path) ? '/graphql' : null
}
