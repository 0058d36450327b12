import type { IncomingMessage, ServerResponse } from 'node:http'
import { ANONYMOUS } from '../../../auth/caller.ts'
import type { Revisions } from '../../../db/history/revisions.ts'
import { matchesNone } from '../../../lib/http/entity-tag.ts'
import { rateLimitHeader } from '../../../lib/http/rate-limit-headers.ts'
import type { RequestLog } from '../../../lib/http/request-log.ts'
import type { MeasureRequest } from '../../metrics/request-durations.ts'
import type { ChargeRequest } from '../charge-request.ts'
import type { RequestContext, RequestContexts } from '../request-context.ts'
import type { ReadyPage, ReadyPages } from './page-cache.ts'

type SendOptions = {
  pages: ReadyPages
  revisions: Revisions
  contextOf: RequestContexts
  charge: ChargeRequest
  measureRequest: MeasureRequest
  requestLog: RequestLog | null
}

/**
 * Creates the function that sends a page of a portal that was sent before, to a visitor without a cookie, with the
 * headers of the former response. Returns whether it has sent it: not after a change in its organization.
 */
export function pageSender({ pages, revisions, contextOf, charge, ...options }: SendOptions) {
  const { measureRequest, requestLog } = options
  return async (page: ReadyPage, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const start = performance.now()
    const context = contextOf(request)
    const charging = charge(context, ANONYMOUS)
    if (charging) await charging
    const revision = await revisions.of(page.organizationId)
    const body = pages.bodyOf(page, revision)
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
