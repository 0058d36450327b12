import type { Actor } from '../../events/actor.ts'
import type { NewEvent } from '../../events/record.ts'
import { toMemberSnapshot, type MemberSnapshot } from './member-snapshot.ts'

/** Returns an event about a team member. The row of a removed one has the former role. */
export function memberEvent(
  actor: Actor,
  type: 'member_added' | 'member_removed',
  member: MemberSnapshot,
): NewEvent {
  const { organizationId, id: subjectId } = member
  return { organizationId, actor, type, subjectId, snapshot: toMemberSnapshot(member) }
}
