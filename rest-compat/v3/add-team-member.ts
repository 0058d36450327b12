import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentTeamMember, TEAM_MEMBER } from '../shapes/team-member.ts'
import { upperCase } from '../shapes/upper-case.ts'

/** POST /api/v3/teams. */
export const addTeamMember = endpoint({
  operation: 'addTeamMember',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: AddTeamMemberInput!) {
        addTeamMember(input: $input) {
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
  variables: ({ email, name, role }) => ({ input: { email, name, role: upperCase(role) } }),
  present: ({ addTeamMember: { teamMember } }) => presentTeamMember(teamMember),
})
