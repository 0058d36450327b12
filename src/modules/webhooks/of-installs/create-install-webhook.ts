import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Transaction } from '../../../db/database.ts'
import { reserveId } from '../../../db/writes/reserve-ids.ts'
import { now } from '../../../lib/time/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { lockInstall } from '../../oauth/installs/lock-install.ts'
import { assertEventsOpen } from './assert-events-open.ts'
import type { NewWebhook } from '../create-webhook.ts'
import { newWebhookSecret } from '../new-webhook-secret.ts'
import { checkEvents, checkName, checkUrl } from '../webhook-fields.ts'
import { checkHeaders, headersOfInstall } from '../webhook-headers.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from '../webhook-snapshot.ts'

/**
 * Creates the webhook of an install for its token, if there is none. Its events must be granted by the
 * install and subscribed to by the app. If neither names any event, they must be events whose objects the
 * install may read. The webhook keeps its URL until the app's own URL changes (contract 6). It signs with the
 * app's secret. If the app has none, it signs with its own secret, which is returned only here.
 * @throws AppError ALREADY_EXISTS if it has one, NOT_FOUND for a revoked install, UNPROCESSABLE for other
 * events, and as `checkUrl` and `checkEvents`
 */
export async function createInstallWebhook(
  tx: Transaction,
  organizationId: number,
  by: { installId: number; actorId: number; encryptionKey: Keyring; allowedHosts: ReadonlySet<string> },
  { name, url, events, document = null, ...given }: NewWebhook,
): Promise<{ webhook: WebhookRow; secret: string | null }> {
  const { installId, actorId } = by
  if (checkHeaders(given)) throw headersOfInstall()
  const fields = { name: checkName(name), url: checkUrl(url, by.allowedHosts), events: checkEvents(events) }
  const keyring = await lockEncryptionKeys(tx, by.encryptionKey)
  await lockPersonForShare(tx, organizationId, actorId)
  const { app } = await lockInstall(tx, organizationId, installId)
  await assertNone(tx, organizationId, installId)
  const secret = app.webhookSecretCiphertext === null ? newWebhookSecret() : null
  const id = await reserveId(tx, 'webhooks')
  const location = sealedLocation('webhooks.secret_ciphertext', organizationId, id)
  const at = now()
  await markOwnWebhook(tx, organizationId, installId)
  const webhook = await tx
    .insertInto('webhooks')
    .values({
      organizationId,
      id,
      installId,
      ...fields,
      document,
      secretCiphertext: secret === null ? null : encrypt(keyring, secret, location),
      createdAt: at,
      updatedAt: at,
    })
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  await assertEventsOpen(tx, webhook)
  const subject = auditSubject('Webhook', id)
  const details = { name: webhook.name, installId }
  await recordAuditEntry(tx, { organizationId, act: 'webhook.created', actorId, subject, details })
  return { webhook, secret }
}

/** Serializes with changes of the person's role, which lock the person first. */
async function lockPersonForShare(tx: Transaction, organizationId: number, id: number): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forShare()
    .execute()
}

async function markOwnWebhook(tx: Transaction, organizationId: number, installId: number): Promise<void> {
  await tx
    .updateTable('oauthInstalls')
    .set({ ownWebhook: true })
    .where('organizationId', '=', organizationId)
    .where('id', '=', installId)
    .execute()
}

async function assertNone(tx: Transaction, organizationId: number, installId: number): Promise<void> {
  const present = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('installId', '=', installId)
    .executeTakeFirst()
  if (present) throw new AppError('ALREADY_EXISTS', 'The install already has a webhook')
}
