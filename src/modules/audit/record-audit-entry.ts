import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import type { AuditAction } from './actions.ts'

/** An audit entry of one organization. */
export type AuditEntryInput = {
  organizationId: number
  act: AuditAction
  /** User of this organization who acted. Null if the other organization or the service acted. */
  actorId?: number | null
  /** Client id of the app concerned. */
  clientId?: string | null
  /** Further details of the action. Never contains secrets. */
  details?: Record<string, unknown>
}

/**
 * Writes an audit entry in the transaction of the action, so that neither is stored without the other. An
 * action between two organizations is recorded once for each.
 */
export async function recordAuditEntry(tx: Transaction, act: AuditEntryInput): Promise<void> {
  const { organizationId, actorId = null, clientId = null, details = {} } = act
  await tx
    .insertInto('auditEntries')
    .values({ organizationId, act: act.act, actorId, clientId, details, createdAt: databaseNow })
    .execute()
}
