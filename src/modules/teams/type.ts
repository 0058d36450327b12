import { hasTeamView } from '../../auth/caller.ts'
import type { User } from '../../db/rows.ts'
import { permits, type Access } from '../../graphql/access/access.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { TeamRoleRef, UserRef } from '../users/type.ts'
import { userLoaders } from '../users/loaders.ts'

/** Columns of a user's row that describe the team membership. */
type TeamMemberRow = Pick<User, 'id' | 'role' | 'joinedTeamAt' | 'roleChangedAt' | 'acceptedAt' | 'createdAt'>

/** Access to the team. */
export const TEAM_ACCESS = { require: 'team', scope: 'member:read' } as const satisfies Access

export const TeamMemberRef = builder.objectRef<TeamMemberRow>('TeamMember').implement({
  description: 'A member of the team.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('TeamMember')),
    databaseId: t.exposeInt('id', {
      description: `${DATABASE_ID.description} It equals that of the person.`,
    }),
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
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the member accepted to act here with an account. Null before that.',
    }),
  }),
})

nodeFinder('TeamMember', async (context, id) => {
  const person = permits(context.caller, TEAM_ACCESS) ? await userLoaders(context).byId.find(id) : null
  return person?.role ? person : null
})

builder.prismaObjectField(UserRef, 'membership', (t) =>
  t.field({
    type: TeamMemberRef,
    nullable: true,
    description: 'Team membership. Null outside the team, and unless the caller is in the team.',
    resolve: (user, _args, { caller }) => (user.role !== null && hasTeamView(caller) ? user : null),
  }),
)

export const TeamMemberConnectionRef = connectionType('TeamMember', TeamMemberRef)
