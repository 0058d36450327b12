import { builder } from '../../graphql/builder.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/page.ts'
import { notFound } from '../../lib/errors.ts'
import { listTeamMembers } from './list-team-members.ts'
import { TeamMemberConnectionRef, TeamMemberRef } from './type.ts'
import { userLoaders } from '../users/loaders.ts'

builder.queryFields((t) => ({
  teamMember: t.field({
    type: TeamMemberRef,
    access: { require: 'team', scope: 'member:read' },
    description: 'The team member with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team member.' }) },
    resolve: async (_root, { id }, context) => {
      const person = await userLoaders(context).byId.find(parseObjectId('Team member', id))
      if (!person?.role) throw notFound('Team member')
      return person
    },
  }),

  teamMembers: t.field({
    type: TeamMemberConnectionRef,
    access: { require: 'team', scope: 'member:read' },
    description: "The organization's team, in the order of joining.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listTeamMembers(db, organizationId, page),
  }),
}))
