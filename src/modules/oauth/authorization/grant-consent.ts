import type { Transaction } from '../../../db/database.ts'
import { databaseNow, databaseNowPlus } from '../../../db/time.ts'
import { newCredential, sha256 } from '../../../lib/crypto/secret.ts'
import { assertRoomForInstall } from '../installs/assert-room-for-install.ts'
import { findActiveInstall } from '../installs/create-or-update-install.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import { findOrCreateApp } from '../public-clients/find-or-create-app.ts'
import {
  checkAuthorizationRequest,
  type AuthorizationRequest,
  type CheckedRequest,
  type CheckOptions,
} from './check-authorization-request.ts'
import { findConsenter, type Consenter } from './consenting-memberships.ts'
import { grantableScopes } from './grantable-scopes.ts'
import { invalidScope } from './resolve-scopes.ts'
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

type Settings = CheckOptions & { mostInstalls?: number }

/**
 * Issues the authorization code of a consent, which can be used once within 5 minutes (contract 5). Returns
 * the URI to redirect the browser to: the redirect URI with `code`, `state` as sent, and `iss` (RFC 9207). A public
 * client becomes an app of the target organization, and has of the scopes those that the person can grant.
 * @throws AppError with `access_denied` if the person may not consent in the target organization or its quota
 * of installs is exhausted, and as `checkAuthorizationRequest`
 */
export async function grantConsent(
  tx: Transaction,
  consenter: Consenter,
  consent: Consent,
  settings: Settings,
): Promise<string> {
  const { targetOrganizationId: organizationId, state } = consent
  const { kind } = settings.publicClient ?? { kind: 'registered' as const }
  const asking = { kind, actor: consent.actorMode ?? 'self' }
  const { id: userId, role } = await findConsenter(tx, consenter, organizationId, asking)
  const { app: client, ...asked } = await checkAuthorizationRequest(tx, consent, settings)
  const app = await installable(tx, client, { organizationId, actorId: userId, most: settings.mostInstalls })
  const scopes = scopesToGrant(asked.scopes, grantableScopes(client, role))
  const webhookEvents = resolveWebhookEvents(app, consent.webhookEvents)
  if (!(await findActiveInstall(tx, { organizationId, app, actor: asked.actor, userId })))
    await assertRoomForInstall(tx, organizationId, 'access_denied', settings.mostInstalls)
  const code = newCredential(CODE_PREFIX, organizationId)
  const ofApp = { appOrganizationId: app.organizationId, appId: app.id }
  const times = { expiresAt: databaseNowPlus(LIFETIME), createdAt: databaseNow }
  const grant = { organizationId, ...ofApp, ...asked, scopes, userId, webhookEvents }
  await tx
    .insertInto('oauthCodes')
    .values({ ...grant, codeHash: sha256(code), ...times })
    .execute()
  await recordAppAuditEntry(tx, app, {
    organizationId,
    act: 'consent.granted',
    actorId: userId,
    subject: auditSubject('OAuthApp', app.id),
    details: { actor: asked.actor, scopes, webhookEvents },
  })
  return redirectTo(asked.redirectUri, { code, state, iss: settings.publicUrl })
}

/** Returns the app that the organization installs, which a public client becomes. */
const installable = (
  tx: Transaction,
  client: CheckedRequest['app'],
  into: Parameters<typeof findOrCreateApp>[2],
) => (client.id === null ? findOrCreateApp(tx, client, into) : client)

/** @throws AppError with `invalid_scope` if none is left */
function scopesToGrant(asked: readonly string[], grantable: readonly string[]): string[] {
  const scopes = asked.filter((scope) => grantable.includes(scope))
  if (scopes.length === 0) throw invalidScope('contains no scope that you can grant')
  return scopes
}
