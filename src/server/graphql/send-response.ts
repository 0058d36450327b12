import type { Response as ExpressResponse } from 'express'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import type { HeaderList } from '../../lib/http/header-list.ts'
import { sendJson } from '../../lib/http/respond.ts'

/** Responds with GraphQL errors only. */
export function sendErrors(
  response: ExpressResponse,
  errors: readonly GraphQLError[],
  mediaType?: string,
): void {
  const { status, headers, text } = errorResponseOf(errors)
  for (const [name, value] of headers) response.setHeader(name, value)
  sendJson(response, status, text, mediaType)
}

/**
 * Returns the response with GraphQL errors only. `extensions.status` of the first one is its status, and
 * `extensions.http` contains its headers.
 */
export function errorResponseOf(errors: readonly GraphQLError[]): {
  status: number
  headers: HeaderList
  text: string
} {
  const {
    status = 500,
    retryAfter,
    http,
  } = (errors[0]?.extensions ?? {}) as {
    status?: number
    retryAfter?: number
    http?: { headers?: Record<string, string> }
  }
  const delay = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  const headers = Object.entries({ ...delay, ...http?.headers })
  return { status, headers, text: JSON.stringify({ errors: errors.map(formatError) }) }
}

/** Formats an error for clients, without the status and headers of the response. */
export function formatError(error: GraphQLError): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions
  return { ...error.toJSON(), extensions }
}
