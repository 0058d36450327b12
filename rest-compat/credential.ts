import type { Request } from 'express'
import type { Caller } from '../src/auth/caller.ts'
import type { Credentials } from '../src/auth/identify.ts'
import { forbidden, missingScope, unauthorized } from '../src/lib/errors.ts'

/**
 * What a route asks for besides being callable by an OAuth token with its scope:
 * - `key`: an API key
 * - `key+user`: an API key and a user JWT
 * - `user`: a user JWT, the organization being named by X-Organization
 * - `token`: an OAuth access token, or an API key and a user JWT
 * - `client`: an OAuth client, which the operation authenticates itself
 * - `none`: nothing, and nothing is looked at
 */
export type Credential = 'key' | 'key+user' | 'user' | 'token' | 'client' | 'none'

/** The credentials of a request; `api_key` is the same header as `API-KEY`. */
export function readCredentials({ headers }: Pick<Request, 'headers'>): Credentials {
  const one = (name: string) => [headers[name]].flat()[0]
  return {
    apiKey: one('api-key') ?? one('api_key'),
    authorization: one('authorization'),
    organization: one('x-organization'),
  }
}

/**
 * Refuses a request to a route of API keys that brings none, and no access token in its place: whatever else it brings.
 * @throws AppError UNAUTHORIZED
 */
export function assertCredentialSent(
  { apiKey, authorization = '' }: Credentials,
  credential: Credential,
): void {
  const needsKey = credential === 'key' || credential === 'key+user'
  if (needsKey && apiKey === undefined && !/^(Bearer\s+)?foot_/i.test(authorization)) throw unauthorized()
}

/**
 * Whether the caller brought what the route asks for (contract chapter 1).
 * @throws AppError UNAUTHORIZED
 */
export function assertCredential(caller: Caller, credential: Credential): void {
  if (credential === 'client' || credential === 'none' || caller.authority === 'app') return
  if (credential === 'user') {
    if (!caller.authenticated) throw unauthorized('A user token is required')
    return
  }
  if (caller.authority !== 'key') throw unauthorized()
  if (credential !== 'key' && !caller.authenticated) throw unauthorized('A user token is required')
}

/**
 * Whether an OAuth token reaches a route, before anything that it sent is read; the operation's fields say the same.
 * A null scope closes the route to tokens, `any` opens it to all of them.
 * @throws AppError MISSING_SCOPE, FORBIDDEN
 */
export function assertRouteScope({ authority, scopes }: Caller, scope: string | null): void {
  if (authority !== 'app') return
  if (scope === null) throw forbidden('This is not open to OAuth tokens')
  if (scope !== 'any' && scopes && ![...scopes].some((own) => own === scope)) throw missingScope(scope)
}
