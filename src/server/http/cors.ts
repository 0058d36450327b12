import type { NextFunction, Request, Response } from 'express'

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
export function cors(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.setHeader(name, value)
    return next()
  }
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  response.setHeader('Access-Control-Allow-Headers', ALLOWED.join(', '))
  response.setHeader('Access-Control-Max-Age', '86400')
  response.statusCode = 204
  response.end()
}
