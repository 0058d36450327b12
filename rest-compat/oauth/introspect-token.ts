import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { toClient } from '../shapes/client.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { presentPublicOrganization, PUBLIC_ORGANIZATION } from '../shapes/public-organization.ts'
import { scopeNames } from '../shapes/scope.ts'
import { unixSeconds } from '../../src/lib/graphql-client/timestamp.ts'

/** POST /oauth/introspect (RFC 7662 section 2.2). */
export const introspectToken = endpoint({
  operation: 'introspectToken',
  document: graphql(
    /* GraphQL */ `
      query ($client: OAuthClientInput!, $token: String!) {
        introspectToken(client: $client, token: $token) {
          kind
          clientId
          userDatabaseId
          scopes
          issuedAt
          expiresAt
          organization {
            ...publicOrganization
          }
        }
      }
    `,
    [PUBLIC_ORGANIZATION],
  ),
  // The token itself identifies its type.
  variables: ({ token, token_type_hint: _, ...input }) => ({ client: toClient(input), token }),
  present({ introspectToken: facts }) {
    if (!facts) return { active: false }
    return {
      active: true,
      scope: scopeNames(facts.scopes).join(' '),
      client_id: facts.clientId,
      sub: String(facts.userDatabaseId),
      iat: unixSeconds(facts.issuedAt),
      ...(facts.expiresAt && { exp: unixSeconds(facts.expiresAt) }),
      ...(facts.kind === 'ACCESS' && { token_type: 'Bearer' }),
      organization: presentPublicOrganization(facts.organization),
    }
  },
  headers: NO_STORE,
})
