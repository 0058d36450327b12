import type { RequestHandler } from 'express'

const ALLOWED = [
  'API-KEY',
  'api_key',
  'Authorization',
  'X-Organization',
  'ALLOW-PRIVATE',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'Last-Event-ID',
]
const EXPOSED = ['Link', 'ETag', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After']

/** Headers of every response to a cross-origin request. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
}

/**
 * Allows cross-origin requests from any origin with the documented headers. Cookies are not used, so
 * credentials are not allowed.
 */
export const cors = corsOf([], [])

/** Allows the requests of `cors` with the headers of the protocol of agents, whose clients read the challenge. */
export const agentCors = corsOf(['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'], ['WWW-Authenticate'])

/** Returns the handler that allows and exposes headers beside those of every route. */
function corsOf(allowed: readonly string[], exposed: readonly string[]): RequestHandler {
  const headers = [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', [...EXPOSED, ...exposed].join(', ')],
  ] as const
  const preflight = [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
    ['Access-Control-Allow-Headers', [...ALLOWED, ...allowed].join(', ')],
    ['Access-Control-Max-Age', '86400'],
  ] as const
  return (request, response, next) => {
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    for (const [name, value] of isPreflight ? preflight : headers) response.setHeader(name, value)
    if (!isPreflight) return next()
    response.writeHead(204).end()
  }
}
