import { createHash } from 'node:crypto'
import { oauthParameterError } from './errors.ts'

/**
 * Characters of a verifier and of a challenge: unreserved characters of a URI (RFC 7636 sections 4.1 and
 * 4.2).
 */
const FORM = /^[A-Za-z0-9\-._~]{43,128}$/
/** A value that never equals a challenge. */
const NEVER = ''

/**
 * Returns the code challenge of an authorization request, or null without one. Only `S256` is supported.
 * `plain`, which a request without a method implies, would send the verifier itself (RFC 7636 section 4.3).
 * @throws AppError with `invalid_request`
 */
export function requestedChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): string | null {
  if (challenge == null && method == null) return null
  if (challenge == null)
    throw oauthParameterError('invalid_request', 'codeChallengeMethod', 'requires a code challenge')
  if (method !== 'S256') throw oauthParameterError('invalid_request', 'codeChallengeMethod', 'must be S256')
  if (!FORM.test(challenge))
    throw oauthParameterError('invalid_request', 'codeChallenge', 'must be 43 to 128 unreserved characters')
  return challenge
}

/**
 * Returns the challenge of a verifier (RFC 7636 section 4.6). A malformed verifier yields a value that no
 * challenge equals, no verifier yields null.
 */
export function toCodeChallenge(verifier: string | null | undefined): string | null {
  if (verifier == null) return null
  return FORM.test(verifier) ? createHash('sha256').update(verifier, 'ascii').digest('base64url') : NEVER
}
