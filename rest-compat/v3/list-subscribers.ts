import { forbidden } from '../../src/lib/errors.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { pageVariables } from '../shapes/list.ts'
import { presentSubscriber, SUBSCRIBER } from '../shapes/participant.ts'

/** GET /api/v3/feature_requests/:id/subscribers. */
export const listSubscribers = endpoint({
  operation: 'listSubscribers',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!, $first: Int, $offset: Int) {
        post(by: { databaseId: $id }) {
          subscribers(first: $first, offset: $offset) {
            nodes {
              ...subscriber
            }
            pageInfo {
              hasNextPage
            }
          }
        }
      }
    `,
    [SUBSCRIBER],
  ),
  variables: ({ id, ...page }) => ({ ...pageVariables(page), id: databaseId(id) }),
  object: 'Post',
  present: ({ post: { subscribers } }) => {
    // Null outside the team.
    if (subscribers === null) throw forbidden('Insufficient permissions')
    return { success: true, subscribers: subscribers.nodes.map(presentSubscriber) }
  },
  hasNext: ({ post }) => post.subscribers?.pageInfo.hasNextPage === true,
  fields: { first: 'per_page' },
})
