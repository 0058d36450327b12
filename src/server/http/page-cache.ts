import type { RequestListener, ServerResponse } from 'node:http'
import { matchesNone } from '../../lib/http/entity-tag.ts'
import { rateLimitHeader } from '../../lib/http/rate-limit-headers.ts'
import type { RequestLog } from '../../lib/http/request-log.ts'
import { ANONYMOUS } from '../../auth/caller.ts'
import type { Revisions } from '../../db/revisions.ts'
import type { FindByHost } from '../../portal/addresses.ts'
import { addressOf, type ReadyPage, type ReadyPages } from '../../portal/ready-pages.ts'
import type { Health } from '../lifecycle/readiness.ts'
import type { MeasureRequest } from '../metrics/request-durations.ts'
import type { ChargeRequest } from './charge-request.ts'
import type { RequestContext, RequestContexts } from './request-context.ts'

type PageCacheOptions = {
  ready: ReadyPages
  revisions: Revisions
  /** Own hosts of portals, which have other pages at the same paths. */
  findByHost: FindByHost
  contextOf: RequestContexts
  charge: ChargeRequest
  health: Pick<Health, 'isDraining'>
  measureRequest: MeasureRequest
  requestLog: RequestLog | null
}

/**
 * Serves pages of portals that the application has sent before, to visitors without a cookie, while nothing in their
 * organization has changed. A response has the headers of the former one. Every other request is left to the
 * application.
 */
export function withPageCache(app: RequestListener, options: PageCacheOptions): RequestListener {
  const { ready, health } = options
  const send = pageSender(options)
  return (request, response) => {
    const address = request.method === 'GET' ? addressOf(request.url ?? '', request.headers) : null
    const page = address === null ? undefined : ready.find(address)
    if (!page || health.isDraining()) return app(request, response)
    send(page, request, response).then(
      (isSent) => void (isSent || app(request, response)),
      () => void (response.headersSent || app(request, response)),
    )
  }
}

/** Returns the function that sends a page if it is present. Returns whether it has sent it. */
function pageSender({ ready, revisions, findByHost, ...options }: PageCacheOptions) {
  const { contextOf, charge, measureRequest, requestLog } = options
  return async (page: ReadyPage, ...[request, response]: Parameters<RequestListener>): Promise<boolean> => {
    const start = performance.now()
    const own = findByHost(request)
    if (own && (await own)) return false
    const context = contextOf(request)
    const charging = charge(context, ANONYMOUS)
    if (charging) await charging
    const revision = await revisions.of(page.organizationId)
    const body = ready.bodyOf(page, revision)
    if (body === null) return false
    const isUnchanged = matchesNone(request.headers['if-none-match'], page.tag)
    measureRequest(request, response)
    write(response, context, { page, body: isUnchanged ? null : await body })
    const { requestId } = context
    const status = isUnchanged ? 304 : 200
    requestLog?.({ method: 'GET', route: page.route, status, start, organization: null, requestId })
    return true
  }
}

/** Sends a body, or that the client has it. */
function write(
  response: ServerResponse,
  { requestId, charge }: RequestContext,
  { page, body }: { page: ReadyPage; body: Buffer | null },
): void {
  const headers = ['X-Request-Id', requestId, ...page.headers]
  if (charge) headers.push('RateLimit', rateLimitHeader(charge))
  if (body) headers.push('Content-Length', String(body.length))
  response.writeHead(body ? 200 : 304, headers)
  response.end(body ?? undefined)
}
