import type { Db, Transaction } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { organizationOf } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { CODE_PREFIX } from '../authorization/grant-consent.ts'
import { oauthError } from '../errors.ts'
import { createOrUpdateInstall } from '../installs/create-or-update-install.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import { assertGrantedResource } from '../resource.ts'
import { assertStillGranted } from './assert-still-granted.ts'
import { authenticateActiveClient, type ClientCredentials } from './authenticate-client.ts'
import { consumeCode, findUsedCode, type Redemption } from './consume-code.ts'
import { issueTokens, type TokenPair } from './issue-tokens.ts'
import { revokeChain } from './revoke-chain.ts'

/**
 * Exchanges an authorization code for tokens (operation `exchangeToken`, RFC 6749 section 4.1.3). Stores the
 * use of the code, the install with its webhook, and the tokens in one transaction. A replay of a code with
 * valid secrets revokes the tokens issued from it (RFC 6749 section 4.1.2). This revocation is committed
 * although the replay fails.
 * @throws AppError with `invalid_client` (401), `invalid_grant` or `invalid_target`
 */
export async function exchangeCode(
  db: Db,
  client: ClientCredentials,
  redemption: Redemption,
  mostInstalls?: number,
): Promise<TokenPair> {
  const tokens = await inTransaction(db, async (tx) => {
    const app = await authenticateActiveClient(tx, client, organizationOf(redemption.code, CODE_PREFIX))
    const code = await consumeCode(tx, app, redemption)
    if (!code) return endReplayed(tx, app, redemption)
    assertGrantedResource(code.resource, redemption.resource)
    await assertStillGranted(tx, app, code)
    const { organizationId, actor, userId, scopes, webhookEvents, resource } = code
    const install = await createOrUpdateInstall(tx, {
      organizationId,
      app,
      actor,
      userId,
      scopes,
      webhookEvents,
      most: mostInstalls,
    })
    const grant = { organizationId, installId: install.id, codeId: code.id, resource }
    return issueTokens(tx, { ...grant, scopes, grantScopes: scopes })
  })
  if (!tokens)
    throw oauthError('invalid_grant', 'The code is unknown, used, expired, or not for this request')
  return tokens
}

/** Returns instead of throwing, because an error would roll back the revocation. */
async function endReplayed(tx: Transaction, app: AppRow, redemption: Redemption): Promise<undefined> {
  const used = await findUsedCode(tx, app, redemption)
  if (!used) return
  const { organizationId, id } = used
  if ((await revokeChain(tx, organizationId, id)) > 0)
    await recordAppAuditEntry(tx, app, {
      organizationId,
      act: 'code.replayed',
      subject: auditSubject('OAuthApp', app.id),
    })
}
