import { builder } from '../../../graphql/builder.ts'
import { OAuthClientInput } from './inputs.ts'
import { introspectToken } from './introspect-token.ts'
import { serverMetadata } from './server-metadata.ts'
import { OAuthServerRef } from './server-type.ts'
import { TokenFactsRef } from './type.ts'

builder.queryFields((t) => ({
  introspectToken: t.field({
    type: TokenFactsRef,
    nullable: true,
    access: { require: 'anyone' },
    description: "What one of an OAuth app's own tokens is worth; null when it is worth nothing.",
    args: {
      client: t.arg({ type: OAuthClientInput, required: true, description: 'Who asks.' }),
      token: t.arg.string({ required: true, description: 'An access or refresh token.' }),
    },
    resolve: (_root, { client, token }, { db, accessTokens, clientThrottle, address }) =>
      clientThrottle.guard({ clientId: client.id, address }, () =>
        introspectToken({ db, accessTokens }, client, token),
      ),
  }),

  oauthServer: t.field({
    type: OAuthServerRef,
    access: { require: 'anyone' },
    description: 'Where and how OAuth works here.',
    resolve: (_root, _args, { site }) => serverMetadata(site.publicUrl),
  }),
}))
