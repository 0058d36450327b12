import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/**
 * Locks a team member and all admins of the organization. Returns the member's id, role, time of joining and time of
 * the role, and the words for them if they are the last admin, otherwise null. Only an admin who has accepted the
 * membership can sign in with an account (contract 1.3), so the last of those also counts as the last admin. Every
 * change that could remove an admin takes this lock, so concurrent changes never remove the last one.
 * @throws AppError NOT_FOUND if the organization's team has no such member
 */
export async function lockTeamMember(tx: Transaction, organizationId: number, id: number) {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role', 'joinedTeamAt', 'acceptedAt', 'roleChangedAt', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where((where) => where.or([where('role', '=', 'admin'), where('id', '=', id)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const member = rows.find((row) => row.id === id)
  if (!member?.role) throw notFound('Team member')
  const others = rows.filter((row) => row.role === 'admin' && row.id !== id)
  const remain = member.acceptedAt === null ? others : others.filter(({ acceptedAt }) => acceptedAt !== null)
  const { role, joinedTeamAt, roleChangedAt, createdAt } = member
  const lastAdmin =
    role === 'admin' && remain.length === 0
      ? `last admin${others.length === 0 ? '' : ' who has accepted the membership'}`
      : null
  return { id, role, joinedTeamAt, roleChangedAt: roleChangedAt ?? createdAt, lastAdmin }
}
