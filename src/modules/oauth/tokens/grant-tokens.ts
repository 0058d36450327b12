import type { Db } from '../../../db/database.ts'
import { oauthParameterError } from '../errors.ts'
import { requestedResource } from '../resource.ts'
import type { ClientCredentials } from './authenticate-client.ts'
import { exchangeCode } from './exchange-code.ts'
import type { TokenPair } from './issue-tokens.ts'
import { refreshTokens } from './refresh-tokens.ts'

/** Parameters of a token request. The required ones depend on the grant type. */
type TokenRequest = {
  grantType: 'authorization_code' | 'refresh_token'
  code?: string | null | undefined
  redirectUri?: string | null | undefined
  codeVerifier?: string | null | undefined
  refreshToken?: string | null | undefined
  scope?: string | null | undefined
  resource?: string | null | undefined
}

type Settings = { windowSeconds: number; mostInstalls?: number; publicUrl: string }

/**
 * Issues tokens for a grant of type `authorization_code` or `refresh_token` (RFC 6749 sections 4.1.3 and 6, RFC
 * 8707).
 * @throws AppError with `invalid_request` for a missing parameter, `invalid_target`, and as `exchangeCode` and
 * `refreshTokens`
 */
export function grantTokens(
  db: Db,
  client: ClientCredentials,
  request: TokenRequest,
  { windowSeconds, mostInstalls, publicUrl }: Settings,
): Promise<TokenPair> {
  const { grantType, code, redirectUri, codeVerifier, refreshToken, scope } = request
  const resource = requestedResource(request.resource, publicUrl)
  if (grantType === 'authorization_code') {
    const redemption = { code: needed('code', code), redirectUri: needed('redirectUri', redirectUri) }
    return exchangeCode(db, client, { ...redemption, codeVerifier, resource }, mostInstalls)
  }
  const refresh = { refreshToken: needed('refreshToken', refreshToken), scope, resource }
  return refreshTokens(db, client, refresh, windowSeconds)
}

function needed(name: string, value: string | null | undefined): string {
  if (!value) throw oauthParameterError('invalid_request', name, 'is missing')
  return value
}
