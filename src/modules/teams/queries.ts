import { builder } from '../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listTeamMembers } from './list-team-members.ts'
import { TEAM_ACCESS, TeamMemberConnectionRef, TeamMemberRef } from './type.ts'
import { visibleTeamMember } from './visible-team-member.ts'

const TeamMemberBy = lookupType('TeamMember')

builder.queryFields((t) => ({
  teamMember: t.field({
    type: TeamMemberRef,
    nullable: true,
    access: TEAM_ACCESS,
    description: 'One team member, or null if there is none.',
    args: { by: t.arg({ type: TeamMemberBy, required: true, description: 'Key of the team member.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleTeamMember(context, lookupId('TeamMember', by) ?? 0)),
  }),

  teamMembers: t.field({
    type: TeamMemberConnectionRef,
    access: TEAM_ACCESS,
    description: "The organization's team, in the order of joining.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listTeamMembers(db, organizationId, page),
  }),
}))
