import { builder } from '../../../graphql/builder.ts'

export const OAuthClientInput = builder.inputType('OAuthClientInput', {
  description: 'Client credentials of an OAuth app.',
  fields: (t) => ({
    id: t.string({ required: true, description: 'Client id, `foapp_…`.' }),
    secret: t.string({ required: true, description: 'Client secret, `fosec_…`.' }),
  }),
})

export const TokenRequestInput = builder.inputType('TokenRequestInput', {
  description: 'A token request.',
  fields: (t) => ({
    grantType: t.string({
      required: true,
      description: 'Grant type, `authorization_code` or `refresh_token`.',
    }),
    code: t.string({ description: 'Authorization code, for grant type `authorization_code`.' }),
    redirectUri: t.string({
      description:
        'Redirect URI of the consent, compared character by character, for grant type `authorization_code`.',
    }),
    codeVerifier: t.string({
      description:
        'PKCE code verifier, for grant type `authorization_code`. Required if the consent had a code challenge.',
    }),
    refreshToken: t.string({ description: 'Refresh token, for grant type `refresh_token`.' }),
    scope: t.string({
      description:
        'Space-separated subset of the granted scopes, for grant type `refresh_token`. By default all.',
    }),
  }),
})
