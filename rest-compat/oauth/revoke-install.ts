import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'

/** DELETE /oauth/installs/:id. */
export const revokeInstall = endpoint({
  operation: 'revokeInstall',
  document: graphql(/* GraphQL */ `
    mutation ($id: ID!) {
      revokeInstall(id: $id) {
        id
      }
    }
  `),
  variables: ({ id }) => ({ id }),
  present: () => ({ success: true, message: 'Install revoked' }),
})
