import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * Locks a team member and all admins of the organization. Returns the member's id, role and time of joining, and whether they
 * are the last admin. Every change that could remove an admin takes this lock, so concurrent changes never
 * remove the last one.
 * @throws AppError NOT_FOUND if the organization's team has no such member
 */
export async function lockTeamMember(tx: Transaction, organizationId: number, id: number) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role', 'joinedTeamAt'])
    .where('organizationId', '=', organizationId)
    .where((where) => where.or([where('role', '=', 'admin'), where('id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const member = rows.find((row) => row.id === id)
  if (!member?.role) throw notFound('Team member')
  const isLastAdmin = member.role === 'admin' && rows.filter(({ role }) => role === 'admin').length === 1
  return { id: member.id, role: member.role, joinedTeamAt: member.joinedTeamAt, isLastAdmin }
}
