import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { pageVariables } from '../shapes/list.ts'
import { presentTeamMember, TEAM_MEMBER } from '../shapes/team-member.ts'

/** GET /api/v3/teams. */
export const listTeam = endpoint({
  operation: 'listTeam',
  document: graphql(
    /* GraphQL */ `
      query ($first: Int, $offset: Int) {
        teamMembers(first: $first, offset: $offset) {
          nodes {
            ...teamMember
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [TEAM_MEMBER],
  ),
  variables: pageVariables,
  present: ({ teamMembers }) => {
    const members = teamMembers.nodes.map(presentTeamMember)
    return { success: true, teams: members, team: members }
  },
  hasNext: ({ teamMembers }) => teamMembers.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
