import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { OAUTH_ERROR } from '../error-type.ts'
import { grantTokens } from './grant-tokens.ts'
import { clientField, tokenRequestFields } from './inputs.ts'
import { revokeToken } from './revoke-token.ts'
import { IssuedTokensRef } from './type.ts'

mutation('issueTokens', {
  access: { require: 'anyone' },
  description: 'Issues tokens to an OAuth app for an authorization code or a refresh token.',
  input: (t) => ({ ...clientField(t), ...tokenRequestFields(t) }),
  payload: { tokens: { type: IssuedTokensRef, description: 'The tokens.' } },
  refusal: OAUTH_ERROR,
  resolve: async ({ client, ...request }, context) => {
    const { db, clientThrottle, accessTokens, oauthRefreshWindow, quotas, site, keys, address } = context
    const { clientId } = client
    const settings = {
      windowSeconds: oauthRefreshWindow,
      mostInstalls: quotas.installs,
      publicUrl: site.publicUrl,
    }
    const issue = () => grantTokens(db, { ...client, encryption: keys.encryption }, request, settings)
    const isExchange = request.grantType === 'authorization_code'
    try {
      const tokens = await clientThrottle.guard({ clientId, address }, issue)
      if (!isExchange) accessTokens.clear()
      return { tokens }
    } catch (error) {
      // A rejected replay has revoked a chain.
      accessTokens.clear()
      throw error
    }
  },
})

mutation('revokeToken', {
  access: { require: 'anyone' },
  description:
    'Revokes a token of the OAuth app, with its pair and chain. An unknown token is no error (RFC 7009).',
  input: (t) => ({
    ...clientField(t),
    token: t.string({ required: true, description: 'Access token or refresh token.' }),
  }),
  payload: {},
  resolve: async ({ client, token }, { db, clientThrottle, accessTokens, keys, address }) => {
    const { clientId } = client
    const credentials = { ...client, encryption: keys.encryption }
    await clientThrottle.guard({ clientId, address }, () => revokeToken(db, credentials, token))
    accessTokens.clear()
    return {}
  },
})
