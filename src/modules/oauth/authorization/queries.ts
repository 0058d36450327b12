import { builder } from '../../../graphql/builder.ts'
import { withFieldsBelow } from '../../../lib/errors/errors-below.ts'
import { checkAuthorizationRequest } from './check-authorization-request.ts'
import { AuthorizationRequestInput } from './inputs.ts'
import { listConsentOrganizations } from './list-consent-organizations.ts'
import { ConsentAppRef, ConsentRequestRef } from './type.ts'

builder.queryFields((t) => ({
  consentRequest: t.field({
    type: ConsentRequestRef,
    nullable: true,
    access: { require: 'person' },
    description:
      'A validated authorization request, for display on a consent page. An invalid one is an error with `extensions.oauthError`.',
    args: {
      request: t.arg({ type: AuthorizationRequestInput, required: true, description: 'The request.' }),
    },
    resolve: async (_root, { request: { state = null, ...request } }, { db, caller, site }) => {
      const checked = await withFieldsBelow('request', () =>
        checkAuthorizationRequest(db, request, site.publicUrl),
      )
      const organizations = await listConsentOrganizations(db, caller, checked.app, checked.actor)
      return { ...checked, organizations, state }
    },
  }),

  consentApp: t.field({
    type: ConsentAppRef,
    nullable: true,
    access: { require: 'anyone' },
    description:
      'App of a valid authorization request, for display before sign-in. An invalid request is an error as in `consentRequest`.',
    args: {
      request: t.arg({ type: AuthorizationRequestInput, required: true, description: 'The request.' }),
    },
    resolve: async (_root, { request }, { db, site }) =>
      (await withFieldsBelow('request', () => checkAuthorizationRequest(db, request, site.publicUrl))).app,
  }),
}))
