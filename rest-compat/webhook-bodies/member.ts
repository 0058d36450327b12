import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'
import { isoTimestampOrNull } from '../../src/lib/graphql-client/timestamp.ts'

/** GraphQL fields of the snapshot of a member for the body of its events. */
export const EVENT_MEMBER = graphql(/* GraphQL */ `
  fragment eventMember on MemberSnapshot {
    databaseId
    name
    email
    role
    joinedAt
  }
`)

/** Converts a member of the team to the body of its events. */
export function presentEventMember(member: ResultOf<typeof EVENT_MEMBER>): object {
  return {
    id: member.databaseId,
    object: 'member',
    name: member.name,
    email: member.email,
    role: member.role === null ? null : lowerCase(member.role),
    joined_at: isoTimestampOrNull(member.joinedAt),
  }
}
