import { createHash } from 'node:crypto'
import { oauthError } from './errors.ts'

/** Of a verifier as of a challenge: the unreserved characters of a URI (RFC 7636 chapters 4.1 and 4.2). */
const FORM = /^[A-Za-z0-9\-._~]{43,128}$/
/** What no challenge can be. */
const NEVER = ''

/**
 * The code challenge of an authorization request; null without one. Only `S256` is known: `plain` would put the
 * verifier itself into the address, and is what a request without a method means (RFC 7636 chapter 4.3).
 * @throws AppError with `invalid_request`
 */
export function requestedChallenge(
  challenge: string | null | undefined,
  method: string | null | undefined,
): string | null {
  if (challenge == null && method == null) return null
  if (challenge == null) throw oauthError('invalid_request', 'code_challenge_method needs a code_challenge')
  if (method !== 'S256') throw oauthError('invalid_request', 'code_challenge_method must be S256')
  if (!FORM.test(challenge))
    throw oauthError('invalid_request', 'code_challenge must be 43 to 128 unreserved characters')
  return challenge
}

/** The challenge that a verifier answers (RFC 7636 chapter 4.6); a malformed verifier answers none, no verifier a null one. */
export function challengeOf(verifier: string | null | undefined): string | null {
  if (verifier == null) return null
  return FORM.test(verifier) ? createHash('sha256').update(verifier, 'ascii').digest('base64url') : NEVER
}
