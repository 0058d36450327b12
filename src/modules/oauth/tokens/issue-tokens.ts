import { ACCESS_TOKEN_PREFIX } from '../../../auth/access-token.ts'
import type { Transaction } from '../../../db/database.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { newSecret, sha256 } from '../../../lib/secret.ts'

export const REFRESH_TOKEN_PREFIX = 'foor_'
/** Seconds that an access token lasts (specification 2.3). */
export const ACCESS_LIFETIME = 86_400

/** A new pair, readable only now. */
export type TokenPair = { accessToken: string; refreshToken: string; scopes: string[] }

/** Whom a pair is for: a place in the chain of one code. */
export type TokenGrant = {
  organizationId: number
  installId: number
  codeId: number
  /** Of the access token. */
  scopes: string[]
  /** Of the refresh token. */
  grantScopes: string[]
}

/** Makes a pair of tokens and keeps their hashes; the lifetime begins by the database's clock. */
export async function issueTokens(tx: Transaction, grant: TokenGrant): Promise<TokenPair> {
  const accessToken = newSecret(ACCESS_TOKEN_PREFIX)
  const refreshToken = newSecret(REFRESH_TOKEN_PREFIX)
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
