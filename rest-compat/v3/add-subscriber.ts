import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentSubscriber, SUBSCRIBER } from '../shapes/participant.ts'

/** POST /api/v3/feature_requests/:id/subscribers. */
export const addSubscriber = endpoint({
  operation: 'addSubscriber',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: SubscribeToPostInput!) {
        subscribeToPost(input: $input) {
          subscriber {
            ...subscriber
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [SUBSCRIBER, USER_ERROR],
  ),
  variables: ({ id, email, name }) => ({ input: { id: nodeId('post', id), subscriber: { email, name } } }),
  present: ({ subscribeToPost: { subscriber } }) => ({
    success: true,
    subscriber: presentSubscriber(subscriber),
  }),
  fields: { 'subscriber.email': 'email', 'subscriber.name': 'name' },
})
