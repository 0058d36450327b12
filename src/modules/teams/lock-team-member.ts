import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * A team member's id and role, and whether they are the organization's last admin. Every change of the team
 * that could take an admin away goes through here and waits for the others, so that two at once never leave none.
 * @throws AppError NOT_FOUND when the organization's team has no such member
 */
export async function lockTeamMember(tx: Transaction, organizationId: number, id: number) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('organizationId', '=', organizationId)
    .where((where) => where.or([where('role', '=', 'admin'), where('id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const member = rows.find((row) => row.id === id)
  if (!member?.role) throw notFound('Team member')
  const isLastAdmin = member.role === 'admin' && rows.filter(({ role }) => role === 'admin').length === 1
  return { id: member.id, role: member.role, isLastAdmin }
}
