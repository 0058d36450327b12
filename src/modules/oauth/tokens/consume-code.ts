import type { ExpressionBuilder } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { DB, OAuthResource } from '../../../db/generated/tables.ts'
import type { OAuthCode } from '../../../db/rows.ts'
import { databaseNow } from '../../../db/time.ts'
import { organizationOf, sha256 } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { CODE_PREFIX } from '../authorization/grant-consent.ts'
import { toCodeChallenge } from '../pkce.ts'

/** Parameters of a code redemption (RFC 6749 section 4.1.3, RFC 7636 section 4.5, RFC 8707 section 2.2). */
export type Redemption = {
  code: string
  redirectUri: string
  codeVerifier?: string | null | undefined
  /** Resource that the request names. Null without one. */
  resource: OAuthResource | null
}

export type CodeRow = OAuthCode

/**
 * Marks a code as used and returns it, in one conditional statement. Exactly one of several concurrent
 * redemptions succeeds, and an invalid redemption leaves the code unused. Expiry follows the database's
 * clock. Returns undefined on failure.
 */
export function consumeCode(
  tx: Transaction,
  app: AppRow,
  redemption: Redemption,
): Promise<CodeRow | undefined> {
  return tx
    .updateTable('oauthCodes')
    .set({ usedAt: databaseNow })
    .where(matchesRedemption(app, redemption))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', databaseNow)
    .returningAll()
    .executeTakeFirst()
}

/** Returns the used code that a redemption would match. Such a redemption is a replay with valid secrets. */
export function findUsedCode(tx: Transaction, app: AppRow, redemption: Redemption) {
  return tx
    .selectFrom('oauthCodes')
    .select(['organizationId', 'id'])
    .where(matchesRedemption(app, redemption))
    .where('usedAt', 'is not', null)
    .$if(redemption.resource !== null, (codes) => codes.where('resource', '=', redemption.resource))
    .executeTakeFirst()
}

/**
 * The code belongs to this client and redirect URI, and the PKCE verifier matches. A challenge without a
 * verifier, or the reverse, does not match.
 */
function matchesRedemption(app: AppRow, { code, redirectUri, codeVerifier }: Redemption) {
  return (is: ExpressionBuilder<DB, 'oauthCodes'>) =>
    is.and([
      is('organizationId', '=', organizationOf(code, CODE_PREFIX)),
      is('codeHash', '=', sha256(code)),
      is('appOrganizationId', '=', app.organizationId),
      is('appId', '=', app.id),
      is('redirectUri', '=', redirectUri),
      is('codeChallenge', 'is not distinct from', toCodeChallenge(codeVerifier)),
    ])
}
