import type { Request } from 'express'
import type { AppError } from '../src/lib/errors.ts'
import { toErrorResponse, type ErrorResponse } from '../src/lib/http/error-body.ts'
import { toOAuthErrorResponse } from '../src/lib/http/oauth-error-body.ts'
import { isOAuth } from '../src/lib/http/respond.ts'
import { BASIC_CHALLENGE, usesBasic } from './client-credentials.ts'
import type { AnyEndpoint, Route } from './endpoint.ts'

/** Converts an error to the response of a route. A message contains the names that were sent. */
export function errorResponseOf(
  [, path, credential, endpoint]: Route,
  { headers }: Request,
  input: Record<string, unknown>,
  error: AppError,
): ErrorResponse {
  const names = { fields: endpoint.fields, sent: sentAliases(endpoint, input) }
  if (!isOAuth(path)) return toErrorResponse(error, names)
  const answer = toOAuthErrorResponse(error, { ...names, fieldError: endpoint.fieldError })
  // The client used HTTP Basic, so its failure has a challenge (RFC 6749 section 5.2).
  if (credential === 'client' && answer.status === 401 && usesBasic(headers.authorization))
    answer.headers['WWW-Authenticate'] = BASIC_CHALLENGE
  return answer
}

/** Returns the aliases that were sent instead of their parameters, by parameter. */
function sentAliases({ aliases = {} }: AnyEndpoint, input: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(aliases).filter(
      ([name, alias]) => input[name] === undefined && input[alias] !== undefined,
    ),
  )
}
