import { endpoint } from '../endpoint.ts'
import { toClient } from '../shapes/client.ts'
import { NO_STORE } from '../shapes/no-store.ts'

type TokensData = {
  accessToken: string
  refreshToken: string
  tokenType: 'Bearer'
  expiresIn: number
  scope: string
}

/** POST /oauth/token (RFC 6749 section 5.1). */
export const exchangeToken = endpoint<'exchangeToken', { issueTokens: TokensData }>({
  operation: 'exchangeToken',
  document: /* GraphQL */ `
    mutation ($client: OAuthClientInput!, $request: TokenRequestInput!) {
      issueTokens(client: $client, request: $request) {
        accessToken
        refreshToken
        tokenType
        expiresIn
        scope
      }
    }
  `,
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
    token_type: tokens.tokenType,
    expires_in: tokens.expiresIn,
    scope: tokens.scope,
  }),
  headers: NO_STORE,
})
