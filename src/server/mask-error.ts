import { GraphQLError } from 'graphql'
import { ERROR_KINDS } from '../lib/errors.ts'
import { refusalOf } from './refusal.ts'

/**
 * A GraphQL error as a client sees it, with `extensions.code` of the vocabulary that REST shares:
 * what GraphQL itself refuses in GraphQL's words, everything else as `refusalOf` says.
 */
export function maskError(error: unknown, onSurprise: (error: unknown) => void): GraphQLError {
  const place =
    error instanceof GraphQLError
      ? { nodes: error.nodes, path: error.path, source: error.source, positions: error.positions }
      : { path: undefined }
  const cause = error instanceof GraphQLError && error.originalError ? error.originalError : error
  if (cause instanceof GraphQLError) {
    const own = cause.extensions as { code?: unknown }
    const isOurs = String(own.code).startsWith('ERROR_CODE_')
    const { rest, status } = ERROR_KINDS.INVALID_PARAM
    const extensions = { status, ...own, code: isOurs ? own.code : rest }
    return new GraphQLError(cause.message, { ...place, extensions })
  }
  const { message, code, status, fields, retryAfter } = refusalOf(cause, onSurprise)
  const extensions = {
    code: ERROR_KINDS[code].rest,
    status,
    ...(fields && { errors: fields }),
    ...(retryAfter !== undefined && { retryAfter }),
    // Before any field ran, the whole request is refused, and its HTTP status says so.
    ...(place.path === undefined && { http: { status } }),
  }
  return new GraphQLError(message, { ...place, extensions })
}
