import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of a team member for its documented JSON. */
export const TEAM_MEMBER = graphql(/* GraphQL */ `
  fragment teamMember on TeamMember {
    databaseId
    user {
      name
      email
    }
    role
    joinedAt
    roleChangedAt
  }
`)

/** Converts a team member to its documented JSON. */
export function presentTeamMember({
  databaseId,
  user,
  role,
  joinedAt,
  roleChangedAt,
}: ResultOf<typeof TEAM_MEMBER>): components['schemas']['TeamMember'] {
  return {
    id: databaseId,
    // The field is documented as a string. Every team member has an e-mail address.
    user: { name: user.name, email: user.email ?? '' },
    admin: role === 'ADMIN',
    role: lowerCase(role),
    created_at: isoTimestamp(joinedAt),
    updated_at: isoTimestamp(roleChangedAt),
  }
}
