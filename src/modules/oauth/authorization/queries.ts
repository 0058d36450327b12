import { builder } from '../../../graphql/builder.ts'
import { ActorModeRef } from '../enums.ts'
import { checkAuthorizationRequest } from './check-authorization-request.ts'
import { listConsentOrganizations } from './list-consent-organizations.ts'
import { ConsentRequestRef } from './type.ts'

builder.queryFields((t) => ({
  consentRequest: t.field({
    type: ConsentRequestRef,
    access: { require: 'person' },
    description: 'What an app asks for, checked, for a consent page to show.',
    args: {
      clientId: t.arg.string({ required: true, description: 'Client id of the app.' }),
      redirectUri: t.arg.string({
        required: true,
        description: 'One of its registered redirect URIs, character by character.',
      }),
      scope: t.arg.string({ description: 'Scopes, with spaces between; by default all declared ones.' }),
      actor: t.arg({ type: ActorModeRef, description: "By default the app's only mode, else `app`." }),
      state: t.arg.string({ description: 'Opaque; it comes back on the redirect.' }),
      codeChallenge: t.arg.string({ description: 'Of PKCE (RFC 7636).' }),
      codeChallengeMethod: t.arg.string({ description: '`S256`; needed with a challenge.' }),
    },
    resolve: async (_root, { state = null, ...request }, { db, caller }) => {
      const checked = await checkAuthorizationRequest(db, request)
      const organizations = await listConsentOrganizations(db, caller, checked.app)
      return { ...checked, organizations, state }
    },
  }),
}))
