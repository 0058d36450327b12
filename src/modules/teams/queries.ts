import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listTeamMembers } from './list-team-members.ts'
import { TeamMemberConnectionRef, TeamMemberRef } from './type.ts'
import { visibleTeamMember } from './visible-team-member.ts'

builder.queryFields((t) => ({
  teamMember: t.field({
    type: TeamMemberRef,
    access: { require: 'team', scope: 'member:read' },
    description: 'The team member with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team member.' }) },
    resolve: (_root, { id }, context) => visibleTeamMember(context, id),
  }),

  teamMembers: t.field({
    type: TeamMemberConnectionRef,
    access: { require: 'team', scope: 'member:read' },
    description: "The organization's team, in the order of joining.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listTeamMembers(db, organizationId, page),
  }),
}))
