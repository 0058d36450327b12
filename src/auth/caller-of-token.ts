import type { OAuthResource } from '../db/generated/tables.ts'
import { AppError } from '../lib/errors.ts'
import type { AccessTokens } from './access-token.ts'
import type { Caller } from './caller.ts'
import { callerOfInstall } from './install-authority.ts'

/**
 * Returns the caller of an access token, which is the only credential and is valid for `resource` (contract 1.4).
 * @throws AppError UNAUTHORIZED with the challenge of RFC 6750 section 3
 */
export async function callerOfToken(
  accessTokens: AccessTokens,
  token: string,
  { apiKey, resource }: { apiKey?: string | undefined; resource: OAuthResource },
): Promise<Caller> {
  // Two credentials could identify different organizations.
  if (apiKey !== undefined) throw refused('Send an access token without an API key')
  const found = await accessTokens.find(token)
  if (!found) throw refused('The access token is invalid, expired or revoked')
  if (found.resource !== resource) throw refused('The access token is for another resource')
  // All tokens of an install count together, so that a refresh restores no quota.
  return { ...callerOfInstall(found), accessTokenId: found.id, credential: `install:${found.installId}` }
}

const refused = (message: string) =>
  new AppError('UNAUTHORIZED', message, { details: { challenge: 'Bearer error="invalid_token"' } })
