import type { Request } from 'express'
import type { Caller } from '../src/auth/caller.ts'
import type { Credentials } from '../src/auth/identify.ts'
import { unauthorized } from '../src/lib/errors.ts'

/**
 * What a route asks for besides being callable by an OAuth token with its scope:
 * - `key`: an API key
 * - `key+user`: an API key and a user JWT
 * - `user`: a user JWT, the organization being named by X-Organization
 * - `token`: an OAuth access token, or an API key and a user JWT
 * - `client`: an OAuth client, which the operation authenticates itself
 */
export type Credential = 'key' | 'key+user' | 'user' | 'token' | 'client'

/** The credentials of a request; `api_key` is the same header as `API-KEY`. */
export function credentialsOf({ headers }: Pick<Request, 'headers'>): Credentials {
  const one = (name: string) => [headers[name]].flat()[0]
  return {
    apiKey: one('api-key') ?? one('api_key'),
    authorization: one('authorization'),
    organization: one('x-organization'),
  }
}

/**
 * Whether the caller brought what the route asks for (contract chapter 1).
 * @throws AppError UNAUTHORIZED
 */
export function assertCredential(caller: Caller, credential: Credential): void {
  if (credential === 'client' || caller.authority === 'app') return
  if (credential === 'user') {
    if (!caller.identified) throw unauthorized('A user token is required')
    return
  }
  if (caller.authority !== 'key') throw unauthorized()
  if (credential !== 'key' && !caller.identified) throw unauthorized('A user token is required')
}
