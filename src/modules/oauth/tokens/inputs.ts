import { builder } from '../../../graphql/builder.ts'

export const OAuthClientInput = builder.inputType('OAuthClientInput', {
  description: "An OAuth app's credentials.",
  fields: (t) => ({
    id: t.string({ required: true, description: 'Client id, `foapp_…`.' }),
    secret: t.string({ required: true, description: 'Client secret, `fosec_…`.' }),
  }),
})

export const TokenRequestInput = builder.inputType('TokenRequestInput', {
  description: 'What a client wants tokens for.',
  fields: (t) => ({
    grantType: t.string({ required: true, description: '`authorization_code` or `refresh_token`.' }),
    code: t.string({ description: 'Of `authorization_code`: the code.' }),
    redirectUri: t.string({
      description: 'Of `authorization_code`: the redirect URI of the consent, character by character.',
    }),
    codeVerifier: t.string({
      description: 'Of `authorization_code`: what the code challenge was made of; needed if there was one.',
    }),
    refreshToken: t.string({ description: 'Of `refresh_token`: the token.' }),
    scope: t.string({
      description:
        'Of `refresh_token`: fewer scopes for the new access token, with spaces between; by default all.',
    }),
  }),
})
