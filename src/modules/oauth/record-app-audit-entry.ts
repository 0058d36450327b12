import type { Transaction } from '../../db/database.ts'
import { recordAuditEntry, type AuditEntryInput } from '../audit/record-audit-entry.ts'
import type { AppRow } from './apps/find-app.ts'

/**
 * Records an action on an app in a target organization, for that organization and for the app's owner. The
 * owner's entry contains the target organization, but none of its people. If both are the same organization,
 * one entry is recorded.
 */
export async function recordAppAuditEntry(
  tx: Transaction,
  app: Pick<AppRow, 'organizationId' | 'clientId'>,
  act: AuditEntryInput,
): Promise<void> {
  const { clientId } = app
  const { organizationId, subject = null } = act
  await recordAuditEntry(tx, { ...act, clientId })
  if (app.organizationId === organizationId) return
  const details = { ...act.details, targetOrganizationId: organizationId }
  await recordAuditEntry(tx, {
    organizationId: app.organizationId,
    act: act.act,
    clientId,
    subject,
    details,
  })
}
