import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { unixSeconds } from '../../src/lib/graphql-client/timestamp.ts'
import { NO_STORE } from '../shapes/no-store.ts'

/** POST /oauth/register (RFC 7591). */
export const registerClient = endpoint({
  operation: 'registerClient',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: RegisterOAuthClientInput!) {
        registerOAuthClient(input: $input) {
          client {
            clientId
            name
            redirectUris
            issuedAt
          }
          oauthError {
            code
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ client_name: name, redirect_uris: redirectUris, application_type: applicationType }) => ({
    input: { name, redirectUris, applicationType },
  }),
  // Other metadata is replaced by that of a public client (RFC 7591 section 3.2.1).
  present: ({ registerOAuthClient: { client } }, { application_type: type }) => ({
    client_id: client.clientId,
    client_id_issued_at: unixSeconds(client.issuedAt),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    application_type: type === 'web' ? ('web' as const) : ('native' as const),
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code' as const, 'refresh_token' as const],
    response_types: ['code' as const],
  }),
  fields: { name: 'client_name' },
  fieldError: (field) => (field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'),
  headers: NO_STORE,
})
