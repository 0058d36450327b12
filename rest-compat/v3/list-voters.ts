import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { pageVariables } from '../shapes/list.ts'
import { presentVoter, VOTER } from '../shapes/participant.ts'
import { upperCase } from '../shapes/upper-case.ts'

/** GET /api/v3/feature_requests/:id/voters. */
export const listVoters = endpoint({
  operation: 'listVoters',
  object: 'Post',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($postId: ID!, $direction: VoteDirection, $first: Int, $offset: Int) {
        node(id: $postId) {
          id
        }
        votes(filter: { postId: $postId, direction: $direction }, first: $first, offset: $offset) {
          nodes {
            ...voter
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [VOTER],
  ),
  variables: ({ id, vote, ...page }) => ({
    ...pageVariables(page),
    postId: nodeId('post', id),
    direction: upperCase(vote),
  }),
  present: ({ votes }) => ({ success: true, voters: votes.nodes.map(presentVoter) }),
  hasNext: ({ votes }) => votes.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
