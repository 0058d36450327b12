import { GraphQLError } from 'graphql'
import { ERROR_KINDS } from '../../lib/errors.ts'
import { toAppError } from './to-app-error.ts'

/**
 * Converts an error to a GraphQL error for clients, with an `extensions.code` of the vocabulary shared with
 * REST. Errors of GraphQL itself keep their message. `toAppError` converts all others.
 */
export function maskError(error: unknown, onUnexpected: (error: unknown) => void): GraphQLError {
  const location =
    error instanceof GraphQLError
      ? { nodes: error.nodes ?? null, path: error.path, source: error.source, positions: error.positions }
      : { path: undefined }
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error
  if (cause instanceof GraphQLError) {
    const message =
      error instanceof GraphQLError ? `${variableOf(error, cause)}${cause.message}` : cause.message
    return new GraphQLError(message, { ...location, extensions: publicExtensions(cause) })
  }
  const { message, code, status, fields, retryAfter, details } = toAppError(cause, onUnexpected)
  const extensions = {
    code,
    status,
    ...(fields && { errors: fields }),
    ...(retryAfter !== undefined && { retryAfter }),
    // A value of `OAuthErrorCode`.
    ...(typeof details?.oauth === 'string' && { oauthError: details.oauth.toUpperCase() }),
    // Line and column in a document that is an argument.
    ...(typeof details?.location === 'object' && { documentLocation: details.location }),
    // An error before the execution of any field applies to the whole request and sets its HTTP status.
    ...(location.path === undefined && { http: { status, ...headersOf(details, retryAfter) } }),
  }
  const needs = typeof details?.needs === 'string' ? `: this needs ${details.needs}` : ''
  return new GraphQLError(`${message}${needs}`, { ...location, extensions })
}

/**
 * Returns the start of the message of a variable with an invalid value: its name and the path of the value. The
 * variable itself is not shown, as GraphQL does, because other parts of it may be secret. Empty for other errors.
 */
function variableOf({ message }: GraphQLError, cause: GraphQLError): string {
  const [, name] = /^(Variable "\$\w+") got invalid value /.exec(message) ?? []
  const problem = `; ${cause.message}`
  if (name === undefined || !message.endsWith(problem)) return ''
  const start = message.slice(0, -problem.length)
  const path = start.slice(Math.max(start.lastIndexOf(' at "'), 0))
  return `${name} got an invalid value${/^ at "[\w.[\]]+"$/.test(path) ? path : ''}; `
}

function publicExtensions({ extensions }: GraphQLError): Record<string, unknown> {
  const { originalError: _ownWords, ...own } = extensions as Own
  const status = own.status ?? own.http?.status ?? 400
  const kind = status === 405 ? 'METHOD_NOT_ALLOWED' : 'INVALID_PARAM'
  const isOurs = String(own.code) in ERROR_KINDS
  return { ...own, status, code: isOurs ? own.code : kind }
}

type Own = { code?: unknown; status?: number; http?: { status?: number }; originalError?: unknown }

function headersOf(details: Record<string, unknown> | undefined, retryAfter: number | undefined) {
  const headers = {
    ...(typeof details?.challenge === 'string' && { 'WWW-Authenticate': details.challenge }),
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  }
  return Object.keys(headers).length > 0 && { headers }
}
