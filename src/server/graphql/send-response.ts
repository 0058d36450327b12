import type { Response as ExpressResponse } from 'express'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { sendJson } from '../../lib/http/respond.ts'

/**
 * Responds with GraphQL errors only. `extensions.status` of the first one is the status of the response. Its
 * `extensions.http` contains the headers.
 */
export function sendErrors(
  response: ExpressResponse,
  errors: readonly GraphQLError[],
  mediaType?: string,
): void {
  const {
    status = 500,
    retryAfter,
    http,
  } = (errors[0]?.extensions ?? {}) as {
    status?: number
    retryAfter?: number
    http?: { headers?: Record<string, string> }
  }
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter))
  for (const [name, value] of Object.entries(http?.headers ?? {})) response.setHeader(name, value)
  sendJson(response, status, JSON.stringify({ errors: errors.map(formatError) }), mediaType)
}

/** Formats an error for clients, without the status and headers of the response. */
export function formatError(error: GraphQLError): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions
  return { ...error.toJSON(), extensions }
}
