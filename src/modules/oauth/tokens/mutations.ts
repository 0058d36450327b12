import { builder } from '../../../graphql/builder.ts'
import { grantTokens } from './grant-tokens.ts'
import { OAuthClientInput, TokenRequestInput } from './inputs.ts'
import { revokeToken } from './revoke-token.ts'
import { IssuedTokensRef } from './type.ts'

builder.mutationFields((t) => ({
  issueTokens: t.field({
    type: IssuedTokensRef,
    access: { require: 'anyone' },
    description: 'Issues tokens to an OAuth app for an authorization code or a refresh token.',
    args: {
      client: t.arg({ type: OAuthClientInput, required: true, description: 'Credentials of the client.' }),
      request: t.arg({ type: TokenRequestInput, required: true, description: 'The token request.' }),
    },
    resolve: async (_root, { client, request }, context) => {
      const { db, clientThrottle, accessTokens, oauthRefreshWindow, quotas, address } = context
      const settings = { windowSeconds: oauthRefreshWindow, mostInstalls: quotas.installs }
      const issue = () => grantTokens(db, client, request, settings)
      const isExchange = request.grantType === 'authorization_code'
      try {
        const tokens = await clientThrottle.guard({ clientId: client.id, address }, issue)
        if (!isExchange) accessTokens.clear()
        return tokens
      } catch (error) {
        // A rejected replay has revoked a chain.
        accessTokens.clear()
        throw error
      }
    },
  }),

  revokeToken: t.boolean({
    access: { require: 'anyone' },
    description:
      'Revokes a token of the OAuth app, with its pair and chain. Always returns true, also for an unknown token.',
    args: {
      client: t.arg({ type: OAuthClientInput, required: true, description: 'Credentials of the client.' }),
      token: t.arg.string({ required: true, description: 'Access token or refresh token.' }),
    },
    resolve: async (_root, { client, token }, { db, clientThrottle, accessTokens, address }) => {
      const clientId = client.id
      await clientThrottle.guard({ clientId, address }, () => revokeToken(db, client, token))
      accessTokens.clear()
      return true
    },
  }),
}))
