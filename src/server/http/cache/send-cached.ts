import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../../../auth/caller.ts'
import { isConnectionError } from '../../../db/errors/connection-errors.ts'
import { AppError, unavailable } from '../../../lib/errors.ts'
import { toErrorResponse } from '../../../lib/http/error-body.ts'
import type { Tagged } from '../conditional/tags.ts'
import type { RequestContext } from '../request-context.ts'

/** A response, with its tag for the credential that requested it last. */
export type CachedResponse = {
  body: Buffer
  link: string | null
  /** Digest of a response whose tag depends on its bytes, otherwise null. */
  digest: string | null
  route: string | null
  tagged: Tagged | null
}

/** A request of an identified caller, and the key of its response. */
export type Asked = {
  request: IncomingMessage
  response: ServerResponse
  context: RequestContext
  caller: Caller
  organizationId: number
  key: string
  /** `performance.now()` at the start of the request. */
  start: number
}

/** Sends a cached body. `headers` are names and values of the others. */
export function sendBody(
  response: ServerResponse,
  requestId: string,
  { body, link }: { body: Buffer; link: string | null },
  headers: string[],
): void {
  write(response, requestId, 200, body, link === null ? headers : [...headers, 'Link', link])
}

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

/** Sends an error without the application. `common` are names and values of the headers of every response. */
export function sendEarlyError(
  response: ServerResponse,
  requestId: string,
  error: AppError,
  common: string[],
): void {
  const { status, headers, body } = toErrorResponse(error)
  const text = Buffer.from(JSON.stringify(body))
  write(response, requestId, status, text, [...common, ...Object.entries(headers).flat()])
}

function write(
  response: ServerResponse,
  requestId: string,
  status: number,
  body: Buffer,
  headers: string[],
): void {
  const length = ['Content-Length', String(body.length)]
  response.writeHead(status, ['X-Request-Id', requestId, ...headers, ...JSON_TYPE, ...length])
  response.end(body)
}

const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const
