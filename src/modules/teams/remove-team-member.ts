import type { Transaction } from '../../db/database.ts'
import { now } from '../../lib/time/clock.ts'
import { cannotDelete } from '../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { revokeInstallsOfPerson } from '../oauth/installs/revoke-installs-of-person.ts'
import { lockTeamMember } from './lock-team-member.ts'

/**
 * Removes a person from the team and revokes the apps that act as them. They remain a person of the
 * organization; their contributions and API keys remain. `actorId` is the person who removes them.
 * @throws AppError NOT_FOUND; CANNOT_DELETE for the last admin
 */
export async function removeTeamMember(
  tx: Transaction,
  organizationId: number,
  id: number,
  actorId: number | null = null,
): Promise<void> {
  const member = await lockTeamMember(tx, organizationId, id)
  if (member.isLastAdmin) throw cannotDelete('The last admin cannot be removed')
  const at = now()
  await tx
    .updateTable('users')
    .set({ role: null, joinedTeamAt: null, roleChangedAt: at, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  const { role } = member
  const subject = auditSubject('User', id)
  await recordAuditEntry(tx, { organizationId, act: 'member.removed', actorId, subject, details: { role } })
  await revokeInstallsOfPerson(tx, organizationId, id, actorId)
}
