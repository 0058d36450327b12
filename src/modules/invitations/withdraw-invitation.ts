import type { Transaction } from '../../db/database.ts'
import { databaseNow } from '../../db/time.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'

/**
 * Withdraws an invitation, whose link is then unknown. Idempotent. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT for an accepted one
 */
export async function withdrawInvitation(
  tx: Transaction,
  organizationId: number,
  { id, actorId }: { id: number; actorId: number },
) {
  const invitation = await tx
    .selectFrom('invitations')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!invitation) throw notFound('Invitation')
  if (invitation.acceptedAt) throw new AppError('CONFLICT', 'The invitation has been accepted')
  if (invitation.withdrawnAt) return invitation
  const subject = auditSubject('Invitation', id)
  await recordAuditEntry(tx, { organizationId, act: 'invitation.withdrawn', actorId, subject })
  return tx
    .updateTable('invitations')
    .set({ withdrawnAt: databaseNow })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
