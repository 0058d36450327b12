import type { Transaction } from '../../db/database.ts'
import { nextUpdatedAt } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { recordEvents } from '../../events/record.ts'
import { now } from '../../lib/time/clock.ts'
import { cannotDelete } from '../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { revokeInstallsOfPerson } from '../oauth/installs/revoke-installs-of-person.ts'
import { lockTeamMember } from './lock-team-member.ts'
import { memberEvent } from './member-event.ts'

/**
 * Removes a person from the team and revokes the apps that act as them. They remain a person of the
 * organization; their contributions and API keys remain. Records the event. `by` is the person who removes them.
 * @throws AppError NOT_FOUND; CANNOT_DELETE for the last admin
 */
export async function removeTeamMember(
  tx: Transaction,
  organizationId: number,
  id: number,
  by: { actor: Actor; actorId: number | null },
): Promise<void> {
  const member = await lockTeamMember(tx, organizationId, id)
  if (member.lastAdmin !== null) throw cannotDelete(`The ${member.lastAdmin} cannot be removed`)
  const at = now()
  const left = await tx
    .updateTable('users')
    .set({
      role: null,
      joinedTeamAt: null,
      roleChangedAt: nextUpdatedAt(at, 'role_changed_at'),
      updatedAt: nextUpdatedAt(at),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { role, joinedTeamAt } = member
  const subject = auditSubject('User', id)
  const act = {
    organizationId,
    act: 'member.removed',
    actorId: by.actorId,
    subject,
    details: { role },
  } as const
  await recordAuditEntry(tx, act)
  await revokeInstallsOfPerson(tx, organizationId, id, by.actorId)
  await recordEvents(tx, [memberEvent(by.actor, 'member_removed', { ...left, role, joinedTeamAt })])
}
