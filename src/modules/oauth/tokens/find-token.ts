import type { Db } from '../../../db/database.ts'
import { ACCESS_TOKEN_PREFIX, organizationOf, sha256 } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { REFRESH_TOKEN_PREFIX } from './issue-tokens.ts'

/**
 * Returns the row of an access or refresh token of this client, with its install. The caller checks its
 * state.
 */
export async function findToken(db: Db, app: Pick<AppRow, 'organizationId' | 'id'>, token: string) {
  const kind = kindOf(token)
  const row = await db
    .selectFrom('oauthTokens as token')
    .innerJoin('oauthInstalls as install', (join) =>
      join
        .onRef('install.organizationId', '=', 'token.organizationId')
        .onRef('install.id', '=', 'token.installId'),
    )
    .select([
      'token.organizationId',
      'token.codeId',
      'token.grantScopes',
      'token.createdAt',
      'token.rotatedAt',
      'token.revokedAt',
      'install.actor',
      'install.userId',
      'install.scopes as installScopes',
      'install.revokedAt as installRevokedAt',
    ])
    .where('token.organizationId', '=', organizationOfToken(token))
    .where(kind === 'refresh' ? 'token.refreshHash' : 'token.accessHash', '=', sha256(token))
    .where('install.appOrganizationId', '=', app.organizationId)
    .where('install.appId', '=', app.id)
    .executeTakeFirst()
  return row && { ...row, kind }
}

/** Returns the organization that an access or refresh token names, 0 for none. */
export const organizationOfToken = (token: string): number =>
  organizationOf(token, kindOf(token) === 'refresh' ? REFRESH_TOKEN_PREFIX : ACCESS_TOKEN_PREFIX)

const kindOf = (token: string): 'refresh' | 'access' =>
  token.startsWith(REFRESH_TOKEN_PREFIX) ? 'refresh' : 'access'
