import type { Caller } from '../src/auth/caller.ts'
import type { Credentials } from '../src/auth/credentials.ts'
import { ACCESS_TOKEN_PREFIX } from '../src/lib/crypto/secret.ts'
import { forbidden, unauthorized } from '../src/lib/errors.ts'

/**
 * Credential that a route requires. An OAuth token with the scope of the operation is an alternative:
 * - `key`: an API key
 * - `key+user`: an API key and a user JWT
 * - `key+member`: an API key and the JWT of a team member
 * - `user`: a user JWT, with the organization in X-Organization
 * - `token`: an OAuth access token, or an API key and a user JWT
 * - `client`: an OAuth client, which the operation authenticates itself
 * - `none`: nothing; credentials are not read
 */
export type Credential = 'key' | 'key+user' | 'key+member' | 'user' | 'token' | 'client' | 'none'

const ACCESS_TOKEN = new RegExp(String.raw`^(Bearer\s+)?${ACCESS_TOKEN_PREFIX}`, 'i')

/**
 * Requires an API key or an OAuth access token on a route for API keys, regardless of other credentials.
 * @throws AppError UNAUTHORIZED
 */
export function assertCredentialSent(
  { apiKey, authorization = '' }: Credentials,
  credential: Credential,
): void {
  const needsKey = credential.startsWith('key')
  if (needsKey && apiKey === undefined && !ACCESS_TOKEN.test(authorization)) throw unauthorized()
}

/**
 * Requires that the caller has the credential of the route (contract 1).
 * @throws AppError UNAUTHORIZED, FORBIDDEN for a user who is no team member
 */
export function assertCredential(caller: Caller, credential: Credential): void {
  if (credential === 'client' || credential === 'none' || caller.authority === 'app') return
  if (credential === 'user') {
    if (!caller.authenticated) throw unauthorized('A user token is required')
    return
  }
  if (caller.authority !== 'key') throw unauthorized()
  if (credential !== 'key' && !caller.authenticated) throw unauthorized('A user token is required')
  if (credential === 'key+member' && caller.role === null) throw forbidden('Insufficient permissions')
}
