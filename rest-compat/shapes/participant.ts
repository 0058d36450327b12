import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from './lower-case.ts'
import { isoTimestamp } from '../../src/lib/graphql-client/timestamp.ts'

const PARTICIPANT = graphql(/* GraphQL */ `
  fragment participant on User {
    databaseId
    name
    email
    avatarUrl
    url
    role
  }
`)

/** GraphQL fields of a vote for the documented JSON of its voter. */
export const VOTER = graphql(
  /* GraphQL */ `
    fragment voter on Vote {
      direction
      createdAt
      user {
        ...participant
      }
    }
  `,
  [PARTICIPANT],
)

/** GraphQL fields of a subscriber of a post for its documented JSON. */
export const SUBSCRIBER = graphql(
  /* GraphQL */ `
    fragment subscriber on PostSubscriber {
      createdAt
      user {
        ...participant
      }
    }
  `,
  [PARTICIPANT],
)

/** Converts a vote to the documented JSON of its voter. */
export function presentVoter(vote: ResultOf<typeof VOTER>): components['schemas']['Voter'] {
  return {
    ...presentParticipant(vote.user),
    vote: lowerCase(vote.direction),
    created_at: isoTimestamp(vote.createdAt),
  }
}

/** Converts a subscriber to its documented JSON. */
export function presentSubscriber(
  subscriber: ResultOf<typeof SUBSCRIBER>,
): components['schemas']['Subscriber'] {
  return { ...presentParticipant(subscriber.user), created_at: isoTimestamp(subscriber.createdAt) }
}

const presentParticipant = (user: ResultOf<typeof PARTICIPANT>) => ({
  id: user.databaseId,
  name: user.name,
  email: user.email,
  profile_picture: { url: user.avatarUrl },
  url: user.url,
  role: user.role === null ? ('customer' as const) : lowerCase(user.role),
})
