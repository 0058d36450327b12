import type { Transaction } from '../../db/database.ts'
import type { AuditAction } from '../audit/actions.ts'
import { auditSubject, recordAuditEntries } from '../audit/record-audit-entry.ts'
import type { SessionOwner } from './session-owner.ts'

/**
 * Writes audit entries of sessions to each organization in whose team their owner is. People outside teams
 * have none.
 */
export async function recordSessionAuditEntries(
  tx: Transaction,
  owner: SessionOwner,
  act: AuditAction,
  sessionIds: readonly number[],
): Promise<void> {
  const members = tx.selectFrom('users').select(['organizationId', 'id']).where('role', 'is not', null)
  const memberships = await (
    'accountId' in owner
      ? members.where('accountId', '=', owner.accountId).where('acceptedAt', 'is not', null)
      : members.where('organizationId', '=', owner.organizationId).where('id', '=', owner.userId)
  ).execute()
  await recordAuditEntries(
    tx,
    memberships.flatMap(({ organizationId, id: actorId }) =>
      sessionIds.map((id) => ({ organizationId, act, actorId, subject: auditSubject('Session', id) })),
    ),
  )
}
