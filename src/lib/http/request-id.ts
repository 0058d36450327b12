import type { IncomingHttpHeaders } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import { uuid } from '../ids.ts'

const SANE = /^[\w.:-]{1,100}$/

/** Names each request in `X-Request-Id`: as the client did when its name is a sane token, else anew. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', requestIdOf(request.headers))
  next()
}

/** The id that a request is named by: the client's own when it is a sane token, else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && SANE.test(given) ? given : uuid()
}
