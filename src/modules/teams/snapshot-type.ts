import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { TeamRoleRef } from '../users/type.ts'
import type { MemberSnapshot } from './member-snapshot.ts'

export const MemberSnapshotRef = builder.objectRef<MemberSnapshot>('MemberSnapshot').implement({
  description:
    'A member of the team at the time of an event. It has no `id`, so that no cache takes it for the member.',
  fields: (t) => ({
    memberId: t.id({ description: 'Id of the member.', resolve: ({ id }) => toNodeId('TeamMember', id) }),
    userId: t.id({ description: 'Id of the person.', resolve: ({ id }) => toNodeId('User', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Display name.' }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail address. Null without one.',
    }),
    role: t.expose('role', {
      type: TeamRoleRef,
      nullable: true,
      description: 'Role in the team, or the former role of a removed member. Null without one.',
    }),
    joinedAt: t.expose('joinedTeamAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of joining the team. Null if it is not known.',
    }),
  }),
})
