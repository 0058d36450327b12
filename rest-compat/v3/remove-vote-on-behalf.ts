import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'
import { presentVotedPost, toVoteError, VOTE_FIELDS, VOTED_POST, voterOf } from '../shapes/vote-on-behalf.ts'

/** DELETE /api/v3/votes_on_behalf. */
export const removeVoteOnBehalf = endpoint({
  operation: 'removeVoteOnBehalf',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: RemoveVoteInput!) {
        removeVote(input: $input) {
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
    input: { id: nodeId('post', input.feature_request_id), onBehalfOf: voterOf(input, caller) },
  }),
  present: ({ removeVote: { post } }) => ({
    ...presentDeletion('Vote'),
    feature_request: presentVotedPost(post),
  }),
  toError: toVoteError,
  fields: VOTE_FIELDS,
})
