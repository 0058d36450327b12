import { endpoint } from '../endpoint.ts'

/** DELETE /oauth/installs/:id. */
export const revokeInstall = endpoint<'revokeInstall', { revokeInstall: { id: string } }>({
  operation: 'revokeInstall',
  document: /* GraphQL */ `
    mutation ($id: ID!) {
      revokeInstall(id: $id) {
        id
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  present: () => ({ success: true, message: 'Install revoked' }),
})
