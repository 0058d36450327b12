import type { Db, Transaction } from '../../../db/database.ts'
import type { OAuthResource } from '../../../db/generated/tables.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { organizationOf } from '../../../lib/crypto/secret.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import { assertGrantedResource } from '../resource.ts'
import { authenticateActiveClient, type ClientCredentials } from './authenticate-client.ts'
import { issueTokens, REFRESH_TOKEN_PREFIX, type TokenPair } from './issue-tokens.ts'
import { lockTokenPair, type LockedPair } from './lock-token-pair.ts'
import { narrowScopes } from './narrow-scopes.ts'
import { openReplacement, sealReplacement } from './seal-replacement.ts'
import { refreshWindowOf } from './refresh-window.ts'
import { revokeChain } from './revoke-chain.ts'

type Refresh = {
  refreshToken: string
  /** Requests a subset of the granted scopes. */
  scope?: string | null | undefined
  /** Resource that the request names. Null without one. */
  resource: OAuthResource | null
}

/**
 * Replaces a pair of tokens; the old pair is rejected immediately (contract 5, RFC 6749 section 6). Within
 * the window of the app, the same refresh token returns the same new pair, so that concurrent refreshes and lost
 * responses are harmless. Later reuse revokes the whole chain (RFC 9700 section 4.14.2). This revocation is
 * committed although the refresh fails.
 * @throws AppError with `invalid_client` (401), `invalid_grant`, `invalid_scope` or `invalid_target`
 */
export async function refreshTokens(
  db: Db,
  client: ClientCredentials,
  refresh: Refresh,
  registeredWindow: number,
): Promise<TokenPair> {
  const tokens = await inTransaction(db, async (tx) => {
    const organizationId = organizationOf(refresh.refreshToken, REFRESH_TOKEN_PREFIX)
    const app = await authenticateActiveClient(tx, client, organizationId)
    const windowSeconds = refreshWindowOf(app, registeredWindow)
    const pair = await lockTokenPair(tx, app, refresh.refreshToken)
    if (!pair) return undefined
    const replacement = pair.rotatedAt === null ? null : replacementWithin(pair, windowSeconds)
    if (replacement === undefined) return endReused(tx, app, pair)
    assertGrantedResource(pair.resource, refresh.resource)
    const limits = [pair.installScopes, app.declaredScopes]
    const scopes = narrowScopes({ granted: pair.grantScopes, limits }, refresh.scope)
    return replacement === null
      ? rotate(tx, pair, { refreshToken: refresh.refreshToken, scopes, windowSeconds })
      : openReplacement(replacement, refresh.refreshToken, pair)
  })
  if (!tokens) throw oauthError('invalid_grant', 'The refresh token is unknown, used or revoked')
  return tokens
}

/** Returns the sealed replacement of a pair while its window is open, by the database's clock. */
function replacementWithin({ secondsSinceRotation, replacement }: LockedPair, windowSeconds: number) {
  return secondsSinceRotation < windowSeconds ? (replacement ?? undefined) : undefined
}

async function rotate(
  tx: Transaction,
  { organizationId, id, installId, codeId, grantScopes, resource }: LockedPair,
  { refreshToken, scopes, windowSeconds }: { refreshToken: string; scopes: string[]; windowSeconds: number },
): Promise<TokenPair> {
  const next = await issueTokens(tx, { organizationId, installId, codeId, scopes, grantScopes, resource })
  await tx
    .updateTable('oauthTokens')
    .set({
      rotatedAt: databaseNow,
      replacement: windowSeconds > 0 ? sealReplacement(next, refreshToken, { organizationId, id }) : null,
      replacementUntil: databaseNowPlus(windowSeconds),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  return next
}

/**
 * Revokes the chain of a reused refresh token. The client and a thief cannot be distinguished, so both lose
 * their tokens.
 */
async function endReused(tx: Transaction, app: AppRow, pair: LockedPair): Promise<undefined> {
  const { organizationId, codeId } = pair
  if ((await revokeChain(tx, organizationId, codeId)) > 0)
    await recordAppAuditEntry(tx, app, {
      organizationId,
      act: 'refresh_token.reused',
      subject: auditSubject('OAuthApp', app.id),
    })
}
