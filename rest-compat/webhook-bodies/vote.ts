import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { lowerCase } from '../shapes/lower-case.ts'

/** GraphQL fields of an event about votes for its body. */
export const EVENT_VOTE = graphql(/* GraphQL */ `
  fragment eventVote on VoteEvent {
    direction
    count
    votesCount
    downvotesCount
    postSnapshot {
      databaseId
      url
      title
    }
    voter {
      databaseId
      name
      email
    }
  }
`)

/** Converts votes to the body of their event. Several votes have no voter. */
export function presentEventVote(vote: ResultOf<typeof EVENT_VOTE>): object {
  const { postSnapshot: post, voter } = vote
  return {
    object: 'vote',
    direction: lowerCase(vote.direction),
    count: vote.count,
    upvotes_count: vote.votesCount,
    downvotes_count: vote.downvotesCount,
    feature_request: { id: post.databaseId, url: post.url, title: post.title },
    voter: voter && { id: voter.databaseId, name: voter.name, email: voter.email },
  }
}
