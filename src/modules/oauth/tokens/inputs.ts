import type { InputFieldBuilder } from '@pothos/core'
import { builder, type Types } from '../../../graphql/builder.ts'
import { GrantTypeRef } from '../enums.ts'

export const OAuthClientInput = builder.inputType('OAuthClientInput', {
  description: 'Client credentials of an OAuth app.',
  fields: (t) => ({
    clientId: t.string({
      required: true,
      description: 'Client id: `foapp_…`, or that of a public client.',
    }),
    clientSecret: t.string({ description: 'Client secret, `fosec_…`. A public client has none.' }),
  }),
})

/** Credentials of the client that sends a token request. */
export const clientField = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  client: t.field({ type: OAuthClientInput, required: true, description: 'Credentials of the client.' }),
})

/** Parameters of a token request. The required ones depend on the grant type. */
export const tokenRequestFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  grantType: t.field({
    type: GrantTypeRef,
    required: true,
    description: 'Whether a code or a refresh token is exchanged.',
  }),
  code: t.string({ description: 'Authorization code, for `AUTHORIZATION_CODE`.' }),
  redirectUri: t.field({
    type: 'URL',
    description: 'Redirect URI of the consent, compared character by character, for `AUTHORIZATION_CODE`.',
  }),
  codeVerifier: t.string({
    description:
      'PKCE code verifier, for `AUTHORIZATION_CODE`. Required if the consent had a code challenge.',
  }),
  refreshToken: t.string({ description: 'Refresh token, for `REFRESH_TOKEN`.' }),
  scope: t.string({
    description: 'Space-separated subset of the granted scopes, for `REFRESH_TOKEN`. By default all.',
  }),
  resource: t.string({ description: 'URL of the granted resource (RFC 8707). By default that resource.' }),
})
