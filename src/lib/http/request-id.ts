import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { NextFunction, Request, Response } from 'express'

const SANE = /^[\w.:-]{1,100}$/

/** Sets `X-Request-Id` on every response to the client's id if it is valid, else to a new one. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', requestIdOf(request.headers))
  next()
}

/** Returns the client's request id if it is valid, else a new one. */
export function requestIdOf({ 'x-request-id': given }: IncomingHttpHeaders): string {
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID()
}
