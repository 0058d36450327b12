import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'

/** An act as one organization may read it. */
export type AuditEntryInput = {
  organizationId: number
  /** What was done to what, such as `app.registered`. */
  act: string
  /** The user of this organization who did it; null when it was the other side or the service itself. */
  actorId?: number | null
  /** Of the app concerned. */
  clientId?: string | null
  /** What else is worth knowing; never a secret. */
  details?: Record<string, unknown>
}

/**
 * Writes an act into an organization's audit trail, in the transaction of the act itself: neither is stored
 * without the other. An act between two organizations is recorded once for each.
 */
export async function recordAuditEntry(tx: Transaction, act: AuditEntryInput): Promise<void> {
  const { organizationId, actorId = null, clientId = null, details = {} } = act
  await tx
    .insertInto('auditEntries')
    .values({ organizationId, act: act.act, actorId, clientId, details, createdAt: databaseNow })
    .execute()
}
