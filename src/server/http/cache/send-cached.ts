import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../../auth/caller.ts'
import { isConnectionError } from '../../../db/errors/connection-errors.ts'
import { AppError, unavailable } from '../../../lib/errors.ts'
import type { Tagged } from '../conditional/tags.ts'
import type { CacheableResponse, RequestContext } from '../request-context.ts'

/** A response, with its tag for the credential that requested it last. */
export type CachedResponse = CacheableResponse & {
  route: string | null
  tagged: Tagged | null
}

/** A request of an identified caller. */
export type Unkeyed = {
  request: IncomingMessage
  response: ServerResponse
  context: RequestContext
  caller: Caller
  organizationId: number
  /** `performance.now()` at the start of the request. */
  start: number
}

/** A request and the key of its response. */
export type Asked = Unkeyed & { key: string }

/** A response. `headers` are names and values of its other headers, and `end` follows the body. */
type Sent = { status: number; headers: string[]; type: string; body: Buffer; end?: Buffer }

/** Sends a response without the application. */
export function sendBody(
  response: ServerResponse,
  requestId: string,
  { status, headers, type, body, end = NOTHING }: Sent,
): void {
  const own = ['X-Request-Id', requestId, ...headers, 'Content-Type', type]
  response.writeHead(status, [...own, 'Content-Length', String(body.length + end.length)])
  if (end === NOTHING) return void response.end(body)
  // Both are sent at once, and a large body is not copied.
  response.cork()
  response.write(body)
  response.end(end)
}

const NOTHING = Buffer.alloc(0)

/** Sends 304 to a client that has the body (RFC 9110 section 15.4.5). */
export function sendUnchanged(response: ServerResponse, requestId: string, headers: string[]): void {
  response.writeHead(304, ['X-Request-Id', requestId, ...headers])
  response.end()
}

/**
 * Returns the error that needs no application. Without a connection, the application would read the database again and
 * make the client wait twice. Null for any other error.
 */
export function earlyErrorOf(error: unknown): AppError | null {
  if (isConnectionError(error)) return unavailable()
  return error instanceof AppError && error.code === 'RATE_LIMITED' ? error : null
}
