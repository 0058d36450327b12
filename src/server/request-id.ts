import type { NextFunction, Request, Response } from 'express'
import { uuid } from '../lib/ids.ts'

const SANE = /^[\w.:-]{1,100}$/

/** Names each request in `X-Request-Id`: as the client did when its name is a sane token, else anew. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.headers['x-request-id']
  response.setHeader('X-Request-Id', typeof given === 'string' && SANE.test(given) ? given : uuid())
  next()
}
