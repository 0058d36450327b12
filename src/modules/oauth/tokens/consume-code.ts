import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { DB, OAuthCode } from '../../../db/generated/tables.ts'
import { databaseNow } from '../../../db/time.ts'
import { sha256 } from '../../../lib/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { challengeOf } from '../pkce.ts'

/** What a client brings to redeem a code (RFC 6749 chapter 4.1.3, RFC 7636 chapter 4.5). */
export type Redemption = { code: string; redirectUri: string; codeVerifier?: string | null }

export type CodeRow = Selectable<OAuthCode>

/**
 * Marks a code as used and returns it, in one conditional statement: of any number of tries at once exactly one gets
 * it, and a try with anything wrong in it leaves the code as it was. The database's clock says whether it has expired.
 * Undefined otherwise.
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

/** The code that a try would have got had it not been used already: the try is a replay by whoever has all the secrets. */
export function findUsedCode(tx: Transaction, app: AppRow, redemption: Redemption) {
  return tx
    .selectFrom('oauthCodes')
    .select(['organizationId', 'id'])
    .where(matchesRedemption(app, redemption))
    .where('usedAt', 'is not', null)
    .executeTakeFirst()
}

/** The code was minted for this client and redirect URI, and the verifier answers its challenge; neither may be missing alone. */
function matchesRedemption(app: AppRow, { code, redirectUri, codeVerifier }: Redemption) {
  return (is: ExpressionBuilder<DB, 'oauthCodes'>) =>
    is.and([
      is('codeHash', '=', sha256(code)),
      is('appOrganizationId', '=', app.organizationId),
      is('appId', '=', app.id),
      is('redirectUri', '=', redirectUri),
      is('codeChallenge', 'is not distinct from', challengeOf(codeVerifier)),
    ])
}
