import { AppError, humanize, type ErrorCode } from '../../lib/errors.ts'

/** The error values of the OAuth routes (RFC 6749 chapter 5.2, RFC 7591 chapter 3.2.2, contract chapter 5), each with its kind. */
const OAUTH_ERRORS = {
  invalid_request: 'INVALID_PARAM',
  invalid_client: 'INVALID_PARAM',
  invalid_grant: 'INVALID_PARAM',
  unsupported_grant_type: 'INVALID_PARAM',
  invalid_scope: 'INVALID_PARAM',
  invalid_redirect_uri: 'INVALID_PARAM',
  invalid_client_metadata: 'INVALID_PARAM',
  invalid_token: 'UNAUTHORIZED',
  access_denied: 'FORBIDDEN',
} as const satisfies Record<string, ErrorCode>

export type OAuthErrorValue = keyof typeof OAUTH_ERRORS

/** A refusal with an OAuth error value; its message is the `error_description`. */
export function oauthError(value: OAuthErrorValue, description: string): AppError {
  return new AppError(OAUTH_ERRORS[value], description, { details: { oauth: value } })
}

/** A refusal with an OAuth error value that names the field at fault, such as "Redirect uris must be absolute". */
export function oauthFieldError(value: OAuthErrorValue, field: string, problem: string): AppError {
  return new AppError(OAUTH_ERRORS[value], `${humanize(field)} ${problem}`, {
    fields: { [field]: [problem] },
    details: { oauth: value },
  })
}

/** A client that could not be authenticated: 401 `invalid_client` (RFC 6749 chapter 5.2). Unlike an unknown client id at the consent routes, which is a 400. */
export function clientRefused(description = 'Client authentication failed'): AppError {
  return new AppError('UNAUTHORIZED', description, { details: { oauth: 'invalid_client' } })
}
