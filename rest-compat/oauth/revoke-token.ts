import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { toClient } from '../shapes/client.ts'
import { NO_STORE } from '../shapes/no-store.ts'

/** POST /oauth/revoke (RFC 7009). */
export const revokeToken = endpoint({
  operation: 'revokeToken',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: RevokeTokenInput!) {
        revokeToken(input: $input) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  // The token itself identifies its type.
  variables: ({ token, token_type_hint: _, ...input }) => ({ input: { client: toClient(input), token } }),
  present: () => ({ success: true, message: 'Token revoked' }),
  headers: NO_STORE,
})
