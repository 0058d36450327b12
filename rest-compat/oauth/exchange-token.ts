import { subjectError } from '../../src/lib/errors.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { toClient } from '../shapes/client.ts'
import { NO_STORE } from '../shapes/no-store.ts'
import { scopeNames } from '../shapes/scope.ts'

/** POST /oauth/token (RFC 6749 section 5.1). */
export const exchangeToken = endpoint({
  operation: 'exchangeToken',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: IssueTokensInput!) {
        issueTokens(input: $input) {
          tokens {
            accessToken
            refreshToken
            tokenType
            expiresIn
            scopes
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
  variables: (input) => {
    const grantType = toGrantType(input.grant_type)
    return {
      input: {
        client: toClient(input),
        // Without a code, the operation refuses the request before it authenticates the client.
        grantType: grantType ?? 'AUTHORIZATION_CODE',
        code: grantType ? input.code : undefined,
        redirectUri: input.redirect_uri,
        codeVerifier: input.code_verifier,
        refreshToken: input.refresh_token,
        scope: input.scope,
        resource: input.resource,
      },
    }
  },
  toError: (error, { grant_type }) =>
    error.code === 'INVALID_PARAM' && !toGrantType(grant_type) ? UNSUPPORTED_GRANT_TYPE : error,
  present: ({ issueTokens: { tokens } }) => ({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    token_type: tokens.tokenType as 'Bearer',
    expires_in: tokens.expiresIn,
    scope: scopeNames(tokens.scopes).join(' '),
  }),
  headers: NO_STORE,
})

const UNSUPPORTED_GRANT_TYPE = subjectError(
  'INVALID_PARAM',
  { field: 'grantType', predicate: 'must be authorization_code or refresh_token' },
  { details: { oauth: 'unsupported_grant_type' } },
)

/** Returns the grant type with a name of RFC 6749, or null. */
function toGrantType(name: string): 'AUTHORIZATION_CODE' | 'REFRESH_TOKEN' | null {
  if (name === 'authorization_code') return 'AUTHORIZATION_CODE'
  return name === 'refresh_token' ? 'REFRESH_TOKEN' : null
}
