import type { User } from '../../db/rows.ts'

/**
 * A member of the team as its events contain it. `id` is that of the user, `role` the former one of a removed member.
 */
export type MemberSnapshot = Pick<User, 'organizationId' | 'id' | 'name' | 'email' | 'role' | 'joinedTeamAt'>

/** Returns a member as its events contain it: from its row, or from the snapshot of an event (contract 6). */
export function toMemberSnapshot(snapshot: object): MemberSnapshot {
  const { organizationId, id, name, email, role, joinedTeamAt } = snapshot as MemberSnapshot
  return { organizationId, id, name, email, role, joinedTeamAt: joinedTeamAt && new Date(joinedTeamAt) }
}
