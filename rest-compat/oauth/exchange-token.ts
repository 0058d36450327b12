import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { toClient } from '../shapes/client.ts'
import { NO_STORE } from '../shapes/no-store.ts'

/** POST /oauth/token (RFC 6749 section 5.1). */
export const exchangeToken = endpoint({
  operation: 'exchangeToken',
  document: graphql(/* GraphQL */ `
    mutation ($client: OAuthClientInput!, $request: TokenRequestInput!) {
      issueTokens(client: $client, request: $request) {
        accessToken
        refreshToken
        tokenType
        expiresIn
        scope
      }
    }
  `),
  variables: (input) => ({
    client: toClient(input),
    request: {
      grantType: input.grant_type,
      code: input.code,
      redirectUri: input.redirect_uri,
      codeVerifier: input.code_verifier,
      refreshToken: input.refresh_token,
      scope: input.scope,
    },
  }),
  present: ({ issueTokens: tokens }) => ({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: tokens.tokenType as 'Bearer',
    expires_in: tokens.expiresIn,
    scope: tokens.scope,
  }),
  headers: NO_STORE,
})
