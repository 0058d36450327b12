import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentTeamMember, TEAM_MEMBER } from '../shapes/team-member.ts'
import { upperCase } from '../shapes/upper-case.ts'

/** PUT and PATCH /api/v3/teams/:id. */
export const updateTeamMember = endpoint({
  operation: 'updateTeamMember',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateTeamMemberInput!) {
        updateTeamMember(input: $input) {
          teamMember {
            ...teamMember
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [TEAM_MEMBER, USER_ERROR],
  ),
  variables: ({ id, role }) => ({ input: { id: nodeId('mbr', id), role: upperCase(role) } }),
  present: ({ updateTeamMember: { teamMember } }) => presentTeamMember(teamMember),
})
