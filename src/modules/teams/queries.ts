import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/page.ts'
import { listTeamMembers } from './list-team-members.ts'
import { TeamMemberConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  teamMembers: t.field({
    type: TeamMemberConnectionRef,
    access: { need: 'team', scope: 'member:read' },
    description: "The organization's team, in the order they joined.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listTeamMembers(db, organizationId, page),
  }),
}))
