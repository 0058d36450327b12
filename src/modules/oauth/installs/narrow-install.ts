import { SCOPES, type Scope } from '../../../auth/scopes.ts'
import { assertUnchanged } from '../../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../../db/database.ts'
import { APP_EVENT_NAMES, type AppEventName } from '../../../events/catalogue.ts'
import { timeOfUpdate } from '../../../db/time.ts'
import { syncInstallWebhook } from '../../webhooks/of-installs/sync-install-webhook.ts'
import { oauthFieldError } from '../errors.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import type { InstalledAppRow } from './install-row.ts'
import { lockInstall } from './lock-install.ts'

/** Undefined or null fields are unchanged. */
type InstallChanges = {
  scopes?: readonly string[] | null | undefined
  webhookEvents?: readonly string[] | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

/**
 * Removes scopes from an install, or changes its events among those that its app subscribes to (contract 5). Tokens
 * lose the scopes within one second, the webhook loses the events immediately. Returns the install.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; with `invalid_scope` for a scope
 * that it does not have, `invalid_request` for an event that the app does not subscribe to
 */
export async function narrowInstall(
  tx: Transaction,
  organizationId: number,
  installId: number,
  changes: InstallChanges & { actorId: number },
): Promise<InstalledAppRow> {
  const { install: before } = await lockInstall(tx, organizationId, installId)
  assertUnchanged(before, changes.ifUnchangedSince)
  const scopes = remaining(before, changes.scopes)
  const webhookEvents = chosen(before, changes.webhookEvents)
  const same = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
  if (same(scopes, before.scopes) && same(webhookEvents, before.webhookEvents)) return before
  const changed = await tx
    .updateTable('oauthInstalls')
    .set({ scopes, webhookEvents, updatedAt: timeOfUpdate(before) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', installId)
    .returning(['scopes', 'webhookEvents', 'updatedAt'])
    .executeTakeFirstOrThrow()
  await syncInstallWebhook(tx, { organizationId, installId })
  await recordAppAuditEntry(
    tx,
    { organizationId: before.appOrganizationId, clientId: before.clientId },
    {
      organizationId,
      act: 'install.narrowed',
      actorId: changes.actorId,
      subject: auditSubject('Install', installId),
      details: { scopes, webhookEvents },
    },
  )
  return { ...before, ...changed }
}

function remaining({ scopes }: InstalledAppRow, wanted: InstallChanges['scopes']): string[] {
  if (wanted == null) return scopes
  if (!wanted.every((scope) => scopes.includes(scope)))
    throw oauthFieldError('invalid_scope', 'scopes', 'can only be narrowed')
  return (Object.keys(SCOPES) as Scope[]).filter((scope) => wanted.includes(scope))
}

function chosen(install: InstalledAppRow, wanted: InstallChanges['webhookEvents']): string[] {
  if (wanted == null) return install.webhookEvents
  const offered = new Set([...install.subscribedWebhookEvents, ...install.webhookEvents])
  if (!wanted.every((event) => offered.has(event)))
    throw oauthFieldError(
      'invalid_request',
      'webhookEvents',
      'contains an event that the app does not subscribe to',
    )
  return APP_EVENT_NAMES.filter((event: AppEventName) => wanted.includes(event))
}
