import { lockEncryptionKeys } from '../../auth/lock-encryption-keys.ts'
import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import { timeOfUpdate } from '../../db/time.ts'
import { unprocessable, notFound } from '../../lib/errors.ts'
import type { Keyring } from '../../lib/crypto/encryption.ts'
import { auditChanges } from '../audit/audit-changes.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import type { InstalledAppRow } from '../oauth/installs/install-row.ts'
import { lockInstall } from '../oauth/installs/lock-install.ts'
import { narrowInstall } from '../oauth/installs/narrow-install.ts'
import { assertEventsOpen } from './of-installs/assert-events-open.ts'
import { lockWebhook } from './lock-webhook.ts'
import { sealHeaders } from './seal-headers.ts'
import { checkEvents, checkName, checkUrl } from './webhook-fields.ts'
import { checkHeaders, headersOfInstall, type WebhookHeaders } from './webhook-headers.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/** Undefined and null fields are unchanged, except that a null `document` selects the built-in documents. */
type WebhookChanges = WebhookHeaders & {
  name?: string | null | undefined
  url?: string | null | undefined
  events?: readonly string[] | null | undefined
  /** Validated document. */
  document?: string | null | undefined
  /** Time after which no other update may have happened. */
  ifUnchangedSince?: Date | null | undefined
}

type By = { actorId: number; encryptionKey: Keyring; allowedHosts: ReadonlySet<string> }

/**
 * Updates a webhook. Pending deliveries are sent to the new URL. The URL of an install's webhook is set by
 * its app, and its events must be granted by the install. Removing events narrows the install, unless a token
 * created the webhook. A change without effect is not recorded.
 * @throws AppError NOT_FOUND, CONFLICT for an update after `ifUnchangedSince`, UNPROCESSABLE for a URL or
 * events that an install's webhook cannot have, for headers that would reach another origin, and as `createWebhook`
 */
export async function updateWebhook(
  tx: Transaction,
  organizationId: number,
  id: number,
  by: By,
  changes: WebhookChanges,
): Promise<WebhookRow> {
  const headers = checkHeaders(changes)
  const keyring = headers && (await lockEncryptionKeys(tx, by.encryptionKey))
  const installId = await installOf(tx, organizationId, id)
  if (headers && installId !== null) throw headersOfInstall()
  const fields = columnsOf(changes, by)
  // Locks the install before its webhook, in the same order as a revocation.
  const install =
    installId === null || !fields.events ? null : (await lockInstall(tx, organizationId, installId)).install
  // Narrowing the install updates its webhook.
  if (changes.ifUnchangedSince)
    assertUnchanged(await lockWebhook(tx, organizationId, id), changes.ifUnchangedSince)
  if (install && !install.ownWebhook)
    await narrowEvents(tx, install, { events: fields.events ?? [], actorId: by.actorId })
  const before = await lockWebhook(tx, organizationId, id)
  if (installId !== null && fields.url !== undefined && fields.url !== before.url)
    throw unprocessable('url', 'is set by the app and must be changed there')
  if (!headers) assertSameOrigin(before, fields.url)
  const changed = changesOf(before, fields, headers)
  if (changed.length === 0) return before
  const sealed = keyring && headers && sealHeaders(keyring, before, headers)
  const row = await tx
    .updateTable('webhooks')
    .set({ ...fields, ...sealed, updatedAt: timeOfUpdate(before) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  if (install?.ownWebhook) await assertEventsOpen(tx, row)
  const details = { name: row.name, changes: changed }
  const entry = { act: 'webhook.updated', actorId: by.actorId, subject: auditSubject('Webhook', id) } as const
  await recordAuditEntry(tx, { organizationId, ...entry, details })
  return row
}

/**
 * Checks that the headers of a webhook stay with the receiver for which they were sent.
 * @throws AppError UNPROCESSABLE for a URL of another origin
 */
function assertSameOrigin({ url, headerNames }: WebhookRow, next: string | undefined): void {
  if (next !== undefined && headerNames.length > 0 && new URL(next).origin !== new URL(url).origin)
    throw unprocessable('headers', 'must be sent again for a URL of another origin')
}

/** Returns the changes for the audit trail. URLs often contain a token of the receiver. */
const changesOf = (before: WebhookRow, fields: Partial<WebhookRow>, headers: object | undefined) => [
  ...auditChanges(before, fields, { withoutValues: ['url', 'document'] }),
  ...(headers ? [{ field: 'headers' }] : []),
]

/** Returns the columns of the requested changes, with their values. */
function columnsOf(changes: WebhookChanges, { allowedHosts }: By) {
  return {
    ...(changes.name != null && { name: checkName(changes.name) }),
    ...(changes.url != null && { url: checkUrl(changes.url, allowedHosts) }),
    ...(changes.events != null && { events: checkEvents(changes.events) }),
    ...(changes.document !== undefined && { document: changes.document }),
  }
}

async function installOf(tx: Transaction, organizationId: number, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('webhooks')
    .select('installId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return row.installId
}

/**
 * Narrows the events that the install grants, so that the next change of its app does not restore removed
 * events.
 */
async function narrowEvents(
  tx: Transaction,
  install: InstalledAppRow,
  { events, actorId }: { events: string[]; actorId: number },
): Promise<void> {
  const open = install.webhookEvents.filter((event) => install.subscribedWebhookEvents.includes(event))
  if (!events.every((event) => open.includes(event)))
    throw unprocessable('events', 'contains an event that the install does not grant')
  if (events.length < open.length)
    await narrowInstall(tx, install.organizationId, install.id, { webhookEvents: events, actorId })
}
