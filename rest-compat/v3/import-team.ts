import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentTeamFailures, readTeamEntries } from '../shapes/team-entry.ts'
import { presentTeamMember, TEAM_MEMBER } from '../shapes/team-member.ts'

/** POST /api/v3/teams/import. */
export const importTeam = endpoint({
  operation: 'importTeam',
  document: graphql(
    /* GraphQL */ `
      mutation ($entries: [TeamMemberImportEntryInput!]!) {
        importTeamMembers(input: { entries: $entries }) {
          teamMembers {
            ...teamMember
          }
          failures {
            index
            problems {
              field
              problem
            }
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [TEAM_MEMBER, USER_ERROR],
  ),
  variables: ({ team }) => ({ entries: readTeamEntries(team).read.map(({ entry }) => entry) }),
  present: ({ importTeamMembers: { teamMembers, failures } }, { team }) => ({
    team: teamMembers.map(presentTeamMember),
    errors: presentTeamFailures(team, failures),
  }),
  fields: { entries: 'team' },
})
