import { builder } from '../../../graphql/builder.ts'
import { OAuthClientInput } from './inputs.ts'
import { introspectToken } from './introspect-token.ts'
import { serverMetadata } from './server-metadata.ts'
import { OAuthServerRef } from './server-type.ts'
import { TokenStateRef } from './type.ts'

builder.queryFields((t) => ({
  introspectToken: t.field({
    type: TokenStateRef,
    nullable: true,
    access: { require: 'anyone' },
    description: "Current state of one of the OAuth app's own tokens. Null if it is inactive.",
    args: {
      client: t.arg({ type: OAuthClientInput, required: true, description: 'Credentials of the client.' }),
      token: t.arg.string({ required: true, description: 'Access token or refresh token.' }),
    },
    resolve: (_root, { client, token }, { db, accessTokens, clientThrottle, keys, address }) =>
      clientThrottle.guard({ clientId: client.clientId, address }, () =>
        introspectToken({ db, accessTokens }, { ...client, encryption: keys.encryption }, token),
      ),
  }),

  oauthServer: t.field({
    type: OAuthServerRef,
    nullable: true,
    access: { require: 'anyone' },
    description: 'Metadata of the authorization server.',
    resolve: (_root, _args, { site, dynamicRegistration }) =>
      serverMetadata(site.publicUrl, dynamicRegistration),
  }),
}))
