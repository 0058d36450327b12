import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'

/** DELETE /oauth/installs/:id. */
export const revokeInstall = endpoint({
  operation: 'revokeInstall',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        revokeInstall(input: { id: $id }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id }) => ({ id: nodeId('ins', id) }),
  present: () => ({ success: true, message: 'Install revoked' }),
})
