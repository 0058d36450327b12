import { AppError, fieldErrors, subjectError, type ErrorCode } from '../../lib/errors.ts'

/**
 * Error codes of the OAuth routes (RFC 6749 section 5.2, RFC 7591 section 3.2.2, RFC 8707 section 2, contract 5), each
 * with its kind.
 */
const OAUTH_ERRORS = {
  invalid_request: 'INVALID_PARAM',
  invalid_client: 'INVALID_PARAM',
  invalid_grant: 'INVALID_PARAM',
  unsupported_grant_type: 'INVALID_PARAM',
  invalid_scope: 'INVALID_PARAM',
  invalid_target: 'INVALID_PARAM',
  invalid_redirect_uri: 'INVALID_PARAM',
  invalid_client_metadata: 'INVALID_PARAM',
  invalid_token: 'UNAUTHORIZED',
  access_denied: 'FORBIDDEN',
} as const satisfies Record<string, ErrorCode>

export type OAuthErrorValue = keyof typeof OAUTH_ERRORS

/** Returns an error with an OAuth error code. Its message is the `error_description`. */
export function oauthError(value: OAuthErrorValue, description: string): AppError {
  return new AppError(OAUTH_ERRORS[value], description, { details: { oauth: value } })
}

/**
 * Returns an error with an OAuth error code for a field, such as `"redirectUris" can't be blank.`. `predicate`
 * replaces the problem in the message.
 */
export function oauthFieldError(
  value: OAuthErrorValue,
  field: string,
  problem: string,
  predicate?: string,
): AppError {
  return fieldErrors(OAUTH_ERRORS[value], { [field]: [problem] }, { details: { oauth: value }, predicate })
}

/**
 * Returns an error with an OAuth error code whose message is a sentence about a parameter. It does not report
 * the parameter in `errors`.
 */
export function oauthParameterError(value: OAuthErrorValue, field: string, predicate: string): AppError {
  return subjectError(OAUTH_ERRORS[value], { field, predicate }, { details: { oauth: value } })
}

/** Returns the error for an unknown client id of an authorization request: 400 `invalid_client` (contract 5). */
export function unknownClient(): AppError {
  return oauthFieldError('invalid_client', 'clientId', 'is unknown')
}

/**
 * Returns the error for failed client authentication: 401 `invalid_client` (RFC 6749 section 5.2). An unknown
 * client id at the consent routes is a 400 instead.
 */
export function clientRefused(description = 'Client authentication failed'): AppError {
  return new AppError('UNAUTHORIZED', description, { details: { oauth: 'invalid_client' } })
}
