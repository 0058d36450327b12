import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/feature_requests/:id/subscribers. */
export const removeSubscriber = endpoint({
  operation: 'removeSubscriber',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UnsubscribeFromPostInput!) {
        unsubscribeFromPost(input: $input) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id, email }) => ({ input: { id: nodeId('post', id), subscriber: { email } } }),
  present: () => presentDeletion('Subscriber'),
  fields: { 'subscriber.email': 'email' },
})
