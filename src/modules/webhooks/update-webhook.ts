import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { unprocessable, notFound } from '../../lib/errors.ts'
import { recordAuditEntry } from '../audit/record-audit-entry.ts'
import type { InstalledAppRow } from '../oauth/installs/install-row.ts'
import { lockInstall } from '../oauth/installs/lock-install.ts'
import { narrowInstall } from '../oauth/installs/narrow-install.ts'
import { assertEventsOpen } from './of-installs/assert-events-open.ts'
import { lockWebhook } from './lock-webhook.ts'
import { checkEvents, checkName, checkUrl } from './webhook-fields.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/** What is undefined stays, what is null too, but a null `document` means those that ship with the service. */
export type WebhookChanges = {
  name?: string | null
  url?: string | null
  events?: readonly string[] | null
  /** Checked already. */
  document?: string | null
}

type By = { actorId: number; allowedHosts: ReadonlySet<string> }

/**
 * Changes a webhook; deliveries that wait go to the new address. The address of an install's webhook is its app's, and
 * its events are what the install was granted: fewer of them narrow the install, unless a token has made the webhook,
 * which has one of them. A change of nothing leaves no trace.
 * @throws AppError NOT_FOUND, UNPROCESSABLE for what an install's webhook cannot have, and as `createWebhook`
 */
export async function updateWebhook(
  tx: Transaction,
  organizationId: number,
  id: number,
  by: By,
  changes: WebhookChanges,
): Promise<WebhookRow> {
  const installId = await installOf(tx, organizationId, id)
  const fields = {
    ...(changes.name != null && { name: checkName(changes.name) }),
    ...(changes.url != null && { url: checkUrl(changes.url, by.allowedHosts) }),
    ...(changes.events != null && { events: checkEvents(changes.events) }),
    ...(changes.document !== undefined && { document: changes.document }),
  }
  // The install before its webhook: the order in which its end takes them.
  const install =
    installId === null || !fields.events ? null : (await lockInstall(tx, organizationId, installId)).install
  if (install && !install.ownWebhook)
    await narrowEvents(tx, install, { events: fields.events ?? [], actorId: by.actorId })
  const before = await lockWebhook(tx, organizationId, id)
  if (installId !== null && fields.url !== undefined && fields.url !== before.url)
    throw unprocessable('url', "is the app's: change it there")
  const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (field) => JSON.stringify(fields[field]) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return before
  const row = await tx
    .updateTable('webhooks')
    .set({ ...fields, updatedAt: now() })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow()
  if (install?.ownWebhook) await assertEventsOpen(tx, row)
  const details = { webhookId: id, fields: changed }
  await recordAuditEntry(tx, { organizationId, act: 'webhook.updated', actorId: by.actorId, details })
  return row
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

/** Changes what the install was granted, so that the next change of its app does not bring back what was given up. */
async function narrowEvents(
  tx: Transaction,
  install: InstalledAppRow,
  { events, actorId }: { events: string[]; actorId: number },
): Promise<void> {
  const open = install.webhookEvents.filter((event) => install.subscribedWebhookEvents.includes(event))
  if (!events.every((event) => open.includes(event)))
    throw unprocessable('events', 'has an event that the install was not granted')
  if (events.length < open.length)
    await narrowInstall(tx, install.organizationId, install.id, { webhookEvents: events, actorId })
}
