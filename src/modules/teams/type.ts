import type { User } from '../../db/generated/client/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { TeamRoleRef, UserRef } from '../users/type.ts'

/** A user's row as far as it tells their place in the team. */
type TeamMemberRow = Pick<User, 'id' | 'role' | 'joinedTeamAt' | 'roleChangedAt' | 'createdAt'>

export const TeamMemberRef = builder.objectRef<TeamMemberRow>('TeamMember').implement({
  description: "A person's place in the team.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id, which is that of the person.' }),
    user: t.field({
      type: UserRef,
      access: { publicFields: ['email'] },
      description: 'The person.',
      resolve: ({ id }, _args, { load }) => load.user.one(id),
    }),
    role: t.field({
      type: TeamRoleRef,
      description: 'What they may do.',
      // Only rows with a role are members.
      resolve: ({ role }) => role ?? 'collaborator',
    }),
    admin: t.boolean({
      description: 'Whether they manage the organization.',
      resolve: ({ role }) => role === 'admin',
    }),
    joinedAt: t.field({
      type: 'DateTime',
      description: 'When they joined the team.',
      resolve: ({ joinedTeamAt, createdAt }) => joinedTeamAt ?? createdAt,
    }),
    roleChangedAt: t.field({
      type: 'DateTime',
      description: 'When they got this role.',
      resolve: ({ roleChangedAt, createdAt }) => roleChangedAt ?? createdAt,
    }),
  }),
})

export const TeamMemberConnectionRef = connectionType('TeamMember', TeamMemberRef)
