import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { upperCase } from '../shapes/upper-case.ts'
import { presentVotedPost, toVoteError, VOTE_FIELDS, VOTED_POST, voterOf } from '../shapes/vote-on-behalf.ts'

/** POST /api/v3/votes_on_behalf. */
export const voteOnBehalf = endpoint({
  operation: 'voteOnBehalf',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CastVoteInput!) {
        castVote(input: $input) {
          post {
            ...votedPost
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [VOTED_POST, USER_ERROR],
  ),
  variables: (input, caller) => ({
    input: {
      id: nodeId('post', input.feature_request_id),
      direction: upperCase(input.vote),
      onBehalfOf: voterOf(input, caller),
    },
  }),
  present: ({ castVote: { post } }, { vote = 'up' }) => ({
    success: true,
    vote,
    feature_request: presentVotedPost(post),
  }),
  toError: toVoteError,
  fields: VOTE_FIELDS,
})
