import { builder } from '../../../graphql/builder.ts'
import { grantTokens } from './grant-tokens.ts'
import { OAuthClientInput, TokenRequestInput } from './inputs.ts'
import { revokeToken } from './revoke-token.ts'
import { IssuedTokensRef } from './type.ts'

builder.mutationFields((t) => ({
  issueTokens: t.field({
    type: IssuedTokensRef,
    access: { require: 'anyone' },
    description: 'Gives an OAuth app tokens for an authorization code, or new ones for a refresh token.',
    args: {
      client: t.arg({ type: OAuthClientInput, required: true, description: 'Who asks.' }),
      request: t.arg({ type: TokenRequestInput, required: true, description: 'What for.' }),
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
        // A replay is refused and has ended a chain.
        accessTokens.clear()
        throw error
      }
    },
  }),

  revokeToken: t.boolean({
    access: { require: 'anyone' },
    description: "Ends one of an OAuth app's own tokens with its pair and chain. Always true, known or not.",
    args: {
      client: t.arg({ type: OAuthClientInput, required: true, description: 'Who asks.' }),
      token: t.arg.string({ required: true, description: 'An access or refresh token.' }),
    },
    resolve: async (_root, { client, token }, { db, clientThrottle, accessTokens, address }) => {
      const clientId = client.id
      await clientThrottle.guard({ clientId, address }, () => revokeToken(db, client, token))
      accessTokens.clear()
      return true
    },
  }),
}))
