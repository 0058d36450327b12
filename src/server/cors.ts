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

/** Lets browsers of any origin call with the documented headers. Cookies play no part, so none are allowed. */
export function cors(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
    response.setHeader('Access-Control-Expose-Headers', EXPOSED.join(', '))
    return next()
  }
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  response.setHeader('Access-Control-Allow-Headers', ALLOWED.join(', '))
  response.setHeader('Access-Control-Max-Age', '86400')
  response.statusCode = 204
  response.end()
}
