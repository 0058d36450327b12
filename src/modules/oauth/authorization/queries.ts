import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { withFieldsBelow } from '../../../lib/errors/errors-below.ts'
import { findPublicClient } from '../public-clients/find-public-client.ts'
import { checkAuthorizationRequest, type AuthorizationRequest } from './check-authorization-request.ts'
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
    resolve: async (_root, { request: { state = null, ...request } }, context) => {
      const checked = await checkBelow(context, request)
      const organizations = await listConsentOrganizations(context.db, context.caller, checked)
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
    resolve: async (_root, { request }, context) => (await checkBelow(context, request)).app,
  }),
}))

/** Validates the argument `request`. */
const checkBelow = (context: Context, request: AuthorizationRequest) =>
  withFieldsBelow('request', async () => {
    const publicClient = await findPublicClient(context, request.clientId)
    return checkAuthorizationRequest(context.db, request, { publicUrl: context.site.publicUrl, publicClient })
  })
