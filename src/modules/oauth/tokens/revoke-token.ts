import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import { authenticateClient, type ClientCredentials } from './authenticate-client.ts'
import { findToken, organizationOfToken } from './find-token.ts'
import { revokeChain } from './revoke-chain.ts'

/**
 * Revokes a token of this client (RFC 7009). Any refresh token of a chain, or its current access token,
 * revokes the chain. Succeeds without effect for an unknown token, a token of another client, or a replaced
 * access token.
 * @throws AppError with `invalid_client` (401)
 */
export function revokeToken(db: Db, client: ClientCredentials, token: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const app = await authenticateClient(tx, client, organizationOfToken(token))
    const found = await findToken(tx, app, token)
    if (!found || (found.kind === 'access' && found.rotatedAt !== null)) return
    const { organizationId, codeId } = found
    if ((await revokeChain(tx, organizationId, codeId)) > 0)
      await recordAppAuditEntry(tx, app, {
        organizationId,
        act: 'token.revoked',
        subject: auditSubject('OAuthApp', app.id),
      })
  })
}
