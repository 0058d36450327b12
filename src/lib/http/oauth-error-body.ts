import type { AppError, ErrorCode } from '../errors.ts'
import { withRestNames, type ErrorResponse, type FieldNames } from './error-body.ts'

/** Names and error values of an endpoint's fields. */
type OAuthFieldNames = FieldNames & {
  /** Error value of an invalid field. */
  fieldError?: ((field: string) => string) | undefined
}

/** Error values by error code, for errors without their own value. */
const VALUES: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'invalid_token',
  FORBIDDEN: 'access_denied',
  MISSING_SCOPE: 'insufficient_scope',
  NOT_FOUND: 'not_found',
  INTERNAL: 'server_error',
  UNAVAILABLE: 'temporarily_unavailable',
  RATE_LIMITED: 'temporarily_unavailable',
}

/**
 * Converts an error to the error body of `/oauth/*`: RFC 6749 section 5.2 with the additional fields of
 * contract 5. Invalid and missing fields are 400, with the error value that the endpoint defines for them, and so is
 * a missing header.
 */
export function toOAuthErrorResponse(
  error: AppError,
  { fieldError, ...names }: OAuthFieldNames = {},
): ErrorResponse {
  const { code, details, retryAfter } = error
  const { message, errors } = withRestNames(error, names)
  const [field] = Object.keys(errors ?? {})
  const ofField = field === undefined ? undefined : fieldError?.(field)
  const isMissingHeader = details?.missingHeader !== undefined
  const ofCode = isMissingHeader ? undefined : VALUES[code]
  const value = (details?.oauth as string | undefined) ?? ofField ?? ofCode ?? 'invalid_request'
  const status = error.status === 422 || isMissingHeader ? 400 : error.status
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  if (typeof details?.challenge === 'string') headers['WWW-Authenticate'] = details.challenge
  else if (value === 'invalid_token') headers['WWW-Authenticate'] = 'Bearer error="invalid_token"'
  return {
    status,
    headers,
    body: {
      error: value,
      error_description: toDescription(message),
      success: false,
      status,
      message,
      ...(errors && { errors }),
    },
  }
}

/**
 * Returns a message in the characters of an `error_description` (RFC 6749 section 5.2). They exclude quotation
 * marks, backslashes and all outside ASCII.
 */
const toDescription = (message: string) => message.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?')
