import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import type { Services } from '../../graphql/context.ts'
import { AppError } from '../../lib/errors.ts'
import type { ChargeRequest } from './charge-request.ts'
import type { RequestContexts } from './request-context.ts'

/** Options of the routes that receive files. */
export type FileRouteOptions = {
  services: Services
  browserSessions: BrowserSessions
  contextOf: RequestContexts
  charge: ChargeRequest
  /** Timeout for receiving a body, or a part of one that may take longer, in milliseconds. */
  bodyTimeout: number
}

/**
 * Rejects a request that none of our own pages sent, unless it has a credential other than the cookie.
 * @throws AppError FORBIDDEN
 */
export function assertNotForged(
  { browserSessions, contextOf }: Pick<FileRouteOptions, 'browserSessions' | 'contextOf'>,
  request: Request,
): void {
  const { apiKey, authorization } = contextOf(request).credentials
  if (apiKey === undefined && authorization === undefined && !browserSessions.isOwnPage(request))
    throw new AppError('FORBIDDEN', 'This request was not sent by a page of this server')
}

/** Sends the parts of a file. The connection closes if one cannot be read. */
export async function sendParts(response: Response, parts: AsyncIterable<unknown>): Promise<void> {
  try {
    await pipeline(parts, response)
  } catch {
    // The peer has left, or has the headers already.
    response.destroy()
  }
}
