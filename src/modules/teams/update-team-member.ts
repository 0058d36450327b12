import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import type { Transaction } from '../../db/database.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import { nextUpdatedAt, timeOfUpdate } from '../../db/time.ts'
import { unprocessable } from '../../lib/errors.ts'
import { auditChanges } from '../audit/audit-changes.ts'
import { auditSubject, recordAuditEntry } from '../audit/record-audit-entry.ts'
import { syncInstallWebhook } from '../webhooks/of-installs/sync-install-webhook.ts'
import { lockTeamMember } from './lock-team-member.ts'

type RoleChange = {
  id: number
  role: TeamRole
  actorId: number
  ifUnchangedSince?: Date | null | undefined
}

/**
 * Changes the role of a team member. The role also limits the apps that act as them. `actorId` is the person who
 * changes it. Returns the user's row.
 * @throws AppError NOT_FOUND; CONFLICT if the role was changed after `ifUnchangedSince`; UNPROCESSABLE if the
 * organization would have no admin
 */
export async function updateTeamMember(
  tx: Transaction,
  organizationId: number,
  { id, role, actorId, ifUnchangedSince }: RoleChange,
) {
  const member = await lockTeamMember(tx, organizationId, id)
  assertUnchanged({ updatedAt: member.roleChangedAt }, ifUnchangedSince)
  if (member.lastAdmin !== null && role !== 'admin')
    throw unprocessable('role', `cannot be taken from the ${member.lastAdmin}`)
  const at = timeOfUpdate({ updatedAt: member.roleChangedAt })
  const changed = await tx
    .updateTable('users')
    .set({ role, ...(role !== member.role && { roleChangedAt: at, updatedAt: nextUpdatedAt(at) }) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const changes = auditChanges({ role: member.role }, { role })
  const subject = auditSubject('User', id)
  if (changes.length > 0)
    await recordAuditEntry(tx, {
      organizationId,
      act: 'member.role_changed',
      actorId,
      subject,
      details: { changes },
    })
  await syncInstallWebhook(tx, { organizationId, personId: id })
  return changed
}
