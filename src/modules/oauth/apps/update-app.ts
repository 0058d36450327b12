import { assertUnchanged } from '../../../db/writes/assert-unchanged.ts'
import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import type { Transaction } from '../../../db/database.ts'
import { timeOfUpdate } from '../../../db/time.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { auditChanges, type AuditChange } from '../../audit/audit-changes.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { changeWebhookUrlOfInstalls } from '../../webhooks/of-installs/change-webhook-url.ts'
import { newWebhookSecret } from '../../webhooks/new-webhook-secret.ts'
import { syncWebhooksOfApp } from '../../webhooks/of-installs/sync-install-webhook.ts'
import {
  assertMayHaveWebhook,
  checkAppMetadata,
  type AllowedHosts,
  type AppMetadata,
  type GivenMetadata,
} from './check-app-metadata.ts'
import { lockRegisteredOwnApp, type AppKey, type AppRow } from './find-app.ts'
import { sealWebhookSecret } from './seal-webhook-secret.ts'

/** Fields that affect the webhooks of an app's installs, in addition to the URL. */
const OF_WEBHOOKS = ['subscribedWebhookEvents', 'declaredScopes'] as const

/**
 * Updates an app; fields that were not sent are unchanged. Declared scopes limit tokens at each use, so
 * removing a scope applies to existing tokens immediately. Without `webhooks:manage` among them, the webhook
 * of the app is removed. A change of the webhook applies to all installs in the same transaction (contract
 * 6). A new webhook receives a secret, which is returned only here. A change without effect is not recorded.
 * @throws AppError NOT_FOUND, CONFLICT if the app was updated after `ifUnchangedSince`, and with
 * `invalid_client_metadata` or `invalid_redirect_uri`
 */
export async function updateApp(
  tx: Transaction,
  organizationId: number,
  by: { key: AppKey; actorId: number; encryptionKey: Keyring; allowedHosts: AllowedHosts },
  changes: GivenMetadata & { ifUnchangedSince?: Date | null | undefined },
): Promise<{ app: AppRow; webhookSecret: string | null }> {
  const keyring = await lockEncryptionKeys(tx, by.encryptionKey)
  const before = await lockRegisteredOwnApp(tx, organizationId, by.key)
  assertUnchanged(before, changes.ifUnchangedSince)
  const wanted = checkChanges(before, changes, by.allowedHosts)
  const audited = auditChanges<AppMetadata>(before as AppMetadata, wanted, { withoutValues: ['webhookUrl'] })
  const fields = audited.map(({ field }) => field)
  if (fields.length === 0) return { app: before, webhookSecret: null }
  const webhookUrl = wanted.webhookUrl === undefined ? before.webhookUrl : wanted.webhookUrl
  const webhookSecret =
    webhookUrl !== null && before.webhookSecretCiphertext === null ? newWebhookSecret() : null
  const app = await tx
    .updateTable('oauthApps')
    .set({
      ...wanted,
      ...(webhookSecret !== null && {
        webhookSecretCiphertext: sealWebhookSecret(keyring, before, webhookSecret),
      }),
      ...(webhookUrl === null && NO_SECRETS),
      updatedAt: timeOfUpdate(before),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (fields.includes('webhookUrl')) await changeWebhookUrlOfInstalls(tx, app)
  else if (OF_WEBHOOKS.some((field) => fields.includes(field))) await syncWebhooksOfApp(tx, app)
  await recordUpdate(tx, app, by.actorId, audited)
  return { app, webhookSecret }
}

/** Validates the fields that were sent. Without the declared scope `webhooks:manage`, they remove the webhook. */
function checkChanges(
  before: AppRow,
  changes: GivenMetadata,
  allowedHosts: AllowedHosts,
): Partial<AppMetadata> {
  const given = checkAppMetadata(changes, allowedHosts)
  const declaredScopes = given.declaredScopes ?? before.declaredScopes
  assertMayHaveWebhook(given, declaredScopes)
  if (declaredScopes.includes('webhooks:manage')) return given
  return { ...given, webhookUrl: null, subscribedWebhookEvents: [] }
}

function recordUpdate(
  tx: Transaction,
  { organizationId, id, clientId, name }: AppRow,
  actorId: number,
  changes: AuditChange[],
): Promise<void> {
  const subject = auditSubject('OAuthApp', id)
  const details = { name, changes }
  return recordAuditEntry(tx, { organizationId, act: 'app.updated', actorId, clientId, subject, details })
}

const NO_SECRETS = {
  webhookSecretCiphertext: null,
  previousWebhookSecretCiphertext: null,
  previousWebhookSecretUntil: null,
}
