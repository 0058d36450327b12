import type { Response as Answer } from 'express'
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import { sendJson } from '../../../rest-compat/router.ts'

/**
 * Answers with errors in GraphQL's form and nothing else. The first one decides: `extensions.status` is the status of the
 * response, `extensions.http` has its headers.
 */
export function sendErrors(response: Answer, errors: readonly GraphQLError[], mediaType?: string): void {
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

/** An error as clients see it: without what is meant for the response's status and headers. */
export function formatError(error: GraphQLError): GraphQLFormattedError {
  const { http: _http, ...extensions } = error.extensions
  return { ...error.toJSON(), extensions }
}

/** Sends what a Fetch API handler answered, as it is. */
export async function sendFetchResponse(response: Answer, fetched: Response): Promise<void> {
  const body = Buffer.from(await fetched.arrayBuffer())
  response.statusCode = fetched.status
  fetched.headers.forEach((value, name) => response.setHeader(name, value))
  response.setHeader('Content-Length', body.length)
  response.end(body)
}
