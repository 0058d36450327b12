import { lockEncryptionKeys } from '../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { Transaction } from '../../db/database.ts'
import { reserveId } from '../../db/writes/reserve-ids.ts'
import { now } from '../../lib/time/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { encrypt, type Keyring } from '../../lib/crypto/encryption.ts'
import { DEFAULT_QUOTAS, quotaReached } from '../../auth/quotas.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { lockOrganization } from '../organizations/lock-organization.ts'
import { newWebhookSecret } from './new-webhook-secret.ts'
import { sealHeaders } from './seal-headers.ts'
import { checkEvents, checkName, checkUrl } from './webhook-fields.ts'
import { checkHeaders, type WebhookHeaders } from './webhook-headers.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

export type NewWebhook = WebhookHeaders & {
  name?: string | null | undefined
  url: string
  events: readonly string[]
  /** Validated document. Null or undefined selects the built-in documents. */
  document?: string | null
}

/**
 * Creates a webhook of the organization. Its signing secret, `whsec_…`, is returned only here (contract 5).
 * @throws AppError as `checkUrl`, `checkEvents` and `checkHeaders`, UNPROCESSABLE if the organization already has
 * `most` webhooks (50 by default), excluding those of installs
 */
export async function createWebhook(
  tx: Transaction,
  organizationId: number,
  by: { actorId: number; encryptionKey: Keyring; allowedHosts: ReadonlySet<string>; most?: number },
  { name, url, events, document = null, ...given }: NewWebhook,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const fields = { name: checkName(name), url: checkUrl(url, by.allowedHosts), events: checkEvents(events) }
  const headers = checkHeaders(given) ?? {}
  const keyring = await lockEncryptionKeys(tx, by.encryptionKey)
  await assertRoom(tx, organizationId, by.most ?? DEFAULT_QUOTAS.webhooks)
  const secret = newWebhookSecret()
  const id = await reserveId(tx, 'webhooks')
  const location = sealedLocation('webhooks.secret_ciphertext', organizationId, id)
  const at = now()
  const webhook = await tx
    .insertInto('webhooks')
    .values({
      organizationId,
      id,
      createdById: by.actorId,
      ...fields,
      document,
      secretCiphertext: encrypt(keyring, secret, location),
      ...sealHeaders(keyring, { organizationId, id }, headers),
      createdAt: at,
      updatedAt: at,
    })
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  await recordAuditEntry(tx, {
    organizationId,
    act: 'webhook.created',
    actorId: by.actorId,
    subject: auditSubject('Webhook', id),
    details: { name: webhook.name },
  })
  return { webhook, secret }
}

async function assertRoom(tx: Transaction, organizationId: number, most: number): Promise<void> {
  await lockOrganization(tx, organizationId)
  const { count } = await tx
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('installId', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) >= most) throw new AppError('UNPROCESSABLE', quotaReached(most, 'webhooks'))
}
