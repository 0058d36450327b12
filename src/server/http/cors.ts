import type { NextFunction, Request, Response } from 'express'

const ALLOWED = [
  'API-KEY',
  'api_key',
  'Authorization',
  'X-Organization',
  'ALLOW-PRIVATE',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'X-Request-Id',
  'Last-Event-ID',
]
const EXPOSED = ['Link', 'ETag', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After']

/** What every answer to a browser of another origin bears. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
}

/** Lets browsers of any origin call with the documented headers. Cookies play no part, so none are allowed. */
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
