import type { InputFieldBuilder } from '@pothos/core'
import { builder, type Types } from '../../../graphql/builder.ts'
import { ActorModeRef, CodeChallengeMethodRef } from '../enums.ts'

/**
 * Fields of an authorization request. Its `scope` is the parameter of the protocol, as a browser receives it: a
 * refusal names the first wrong word, after the check of the client.
 */
export const authorizationFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  clientId: t.string({ required: true, description: 'Client id of the app.' }),
  redirectUri: t.field({
    type: 'URL',
    required: true,
    description: 'A registered redirect URI of the app, compared character by character.',
  }),
  scope: t.string({
    description: 'Space-separated scopes, such as `posts:read tags:read`. By default all declared scopes.',
  }),
  actorMode: t.field({
    type: ActorModeRef,
    description: "Actor mode. By default the app's only mode, otherwise `APP`.",
  }),
  state: t.string({ description: 'Opaque value that is returned on the redirect.' }),
  codeChallenge: t.string({ description: 'PKCE code challenge (RFC 7636).' }),
  codeChallengeMethod: t.field({
    type: CodeChallengeMethodRef,
    description: 'PKCE code challenge method. Required with a code challenge.',
  }),
  resource: t.string({
    description:
      'URL of the resource for which tokens are requested (RFC 8707): that of the server or of its endpoint `/mcp`. Default: the server.',
  }),
})

export const AuthorizationRequestInput = builder.inputType('AuthorizationRequestInput', {
  description: 'An authorization request of an app (RFC 6749 section 4.1.1).',
  fields: authorizationFields,
})
