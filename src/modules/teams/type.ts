import type { User } from '../../db/generated/client/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { TeamRoleRef, UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'

/** Columns of a user's row that describe the team membership. */
type TeamMemberRow = Pick<User, 'id' | 'role' | 'joinedTeamAt' | 'roleChangedAt' | 'createdAt'>

export const TeamMemberRef = builder.objectRef<TeamMemberRow>('TeamMember').implement({
  description: 'A member of the team.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id, equal to the id of the person.' }),
    user: t.field({
      type: UserRef,
      access: { publicFields: ['email'] },
      description: 'The person.',
      resolve: ({ id }, _args, context) => userLoaders(context).byId.one(id),
    }),
    role: t.field({
      type: TeamRoleRef,
      description: 'Role in the team.',
      // Rows without a role are not members.
      resolve: ({ role }) => role ?? 'collaborator',
    }),
    admin: t.boolean({
      description: 'Whether the role is `admin`.',
      resolve: ({ role }) => role === 'admin',
    }),
    joinedAt: t.field({
      type: 'DateTime',
      description: 'Time of joining the team.',
      resolve: ({ joinedTeamAt, createdAt }) => joinedTeamAt ?? createdAt,
    }),
    roleChangedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the member received the role.',
      resolve: ({ roleChangedAt, createdAt }) => roleChangedAt ?? createdAt,
    }),
  }),
})

export const TeamMemberConnectionRef = connectionType('TeamMember', TeamMemberRef)
