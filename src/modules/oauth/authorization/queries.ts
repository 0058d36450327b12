import { builder } from '../../../graphql/builder.ts'
import { ActorModeRef } from '../enums.ts'
import { checkAuthorizationRequest } from './check-authorization-request.ts'
import { listConsentOrganizations } from './list-consent-organizations.ts'
import { ConsentRequestRef } from './type.ts'

builder.queryFields((t) => ({
  consentRequest: t.field({
    type: ConsentRequestRef,
    access: { require: 'person' },
    description: 'A validated authorization request, for display on a consent page.',
    args: {
      clientId: t.arg.string({ required: true, description: 'Client id of the app.' }),
      redirectUri: t.arg.string({
        required: true,
        description: 'A registered redirect URI of the app, compared character by character.',
      }),
      scope: t.arg.string({ description: 'Space-separated scopes. By default all declared scopes.' }),
      actor: t.arg({
        type: ActorModeRef,
        description: "Actor mode. By default the app's only mode, otherwise `app`.",
      }),
      state: t.arg.string({ description: 'Opaque value that is returned on the redirect.' }),
      codeChallenge: t.arg.string({ description: 'PKCE code challenge (RFC 7636).' }),
      codeChallengeMethod: t.arg.string({ description: '`S256`. Required with a code challenge.' }),
    },
    resolve: async (_root, { state = null, ...request }, { db, caller }) => {
      const checked = await checkAuthorizationRequest(db, request)
      const organizations = await listConsentOrganizations(db, caller, checked.app)
      return { ...checked, organizations, state }
    },
  }),
}))
