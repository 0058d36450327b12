import type { Transaction } from '../../../db/database.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { newCredential, sha256 } from '../../../lib/crypto/secret.ts'
import { assertRoomForInstall } from '../installs/assert-room-for-install.ts'
import { findActiveInstall } from '../installs/create-or-update-install.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import { findConsentingAdmin, type Consenter } from './admin-memberships.ts'
import { checkAuthorizationRequest, type AuthorizationRequest } from './check-authorization-request.ts'
import { resolveWebhookEvents } from './resolve-webhook-events.ts'
import { redirectTo } from './redirect-to.ts'

export const CODE_PREFIX = 'fooc_'
/** Lifetime of a code in seconds, by the database's clock. */
const LIFETIME = 5 * 60

type Consent = AuthorizationRequest & {
  targetOrganizationId: number
  state?: string | null | undefined
  webhookEvents?: readonly string[] | null | undefined
}

/**
 * Issues the authorization code of a consent, which can be used once within 5 minutes (contract 5). Returns
 * the URI to redirect the browser to: the redirect URI with `code`, `state` as sent, and `iss` (RFC 9207).
 * @throws AppError with `access_denied` if the person is not an admin of the target organization or its quota
 * of installs is exhausted, and as `checkAuthorizationRequest`
 */
export async function grantConsent(
  tx: Transaction,
  consenter: Consenter,
  consent: Consent,
  { issuer, mostInstalls }: { issuer: string; mostInstalls?: number },
): Promise<string> {
  const { targetOrganizationId: organizationId, state } = consent
  const userId = await findConsentingAdmin(tx, consenter, organizationId)
  const { app, ...asked } = await checkAuthorizationRequest(tx, consent, issuer)
  const { redirectUri, scopes, actor } = asked
  const webhookEvents = resolveWebhookEvents(app, consent.webhookEvents)
  const grant = { organizationId, app, actor, userId }
  if (!(await findActiveInstall(tx, grant)))
    await assertRoomForInstall(tx, organizationId, 'access_denied', mostInstalls)
  const code = newCredential(CODE_PREFIX, organizationId)
  await tx
    .insertInto('oauthCodes')
    .values({
      organizationId,
      codeHash: sha256(code),
      appOrganizationId: app.organizationId,
      appId: app.id,
      ...asked,
      userId,
      webhookEvents,
      expiresAt: databaseNowPlus(LIFETIME),
      createdAt: databaseNow,
    })
    .execute()
  await recordAppAuditEntry(tx, app, {
    organizationId,
    act: 'consent.granted',
    actorId: userId,
    subject: auditSubject('OAuthApp', app.id),
    details: { actor, scopes, webhookEvents },
  })
  return redirectTo(redirectUri, { code, state, iss: issuer })
}
