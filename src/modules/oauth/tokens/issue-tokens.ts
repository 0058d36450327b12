import type { Transaction } from '../../../db/database.ts'
import type { OAuthResource } from '../../../db/generated/tables.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { ACCESS_TOKEN_PREFIX, newCredential, sha256 } from '../../../lib/crypto/secret.ts'

export const REFRESH_TOKEN_PREFIX = 'foor_'
/** Lifetime of an access token in seconds (contract 5). */
export const ACCESS_LIFETIME = 86_400

/** A pair of tokens in plain text, available only when issued. */
export type TokenPair = { accessToken: string; refreshToken: string; scopes: string[] }

/** Grant for a pair of tokens, in the chain of one code. */
type TokenGrant = {
  organizationId: number
  installId: number
  codeId: number
  /** Scopes of the access token. */
  scopes: string[]
  /** Scopes of the refresh token. */
  grantScopes: string[]
  resource: OAuthResource
}

/** Issues a pair of tokens and stores their hashes. The lifetime starts at the database's time. */
export async function issueTokens(tx: Transaction, grant: TokenGrant): Promise<TokenPair> {
  const accessToken = newCredential(ACCESS_TOKEN_PREFIX, grant.organizationId)
  const refreshToken = newCredential(REFRESH_TOKEN_PREFIX, grant.organizationId)
  await tx
    .insertInto('oauthTokens')
    .values({
      ...grant,
      accessHash: sha256(accessToken),
      refreshHash: sha256(refreshToken),
      accessExpiresAt: databaseNowPlus(ACCESS_LIFETIME),
      createdAt: databaseNow,
    })
    .execute()
  return { accessToken, refreshToken, scopes: grant.scopes }
}
