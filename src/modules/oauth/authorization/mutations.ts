import { inTransaction } from '../../../db/transaction.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { OAUTH_ERROR } from '../error-type.ts'
import { findPublicClient } from '../public-clients/find-public-client.ts'
import { grantConsent } from './grant-consent.ts'
import { authorizationFields } from './inputs.ts'

mutation('grantConsent', {
  access: { require: 'person' },
  description:
    'Grants consent to an app. Issues an authorization code, which can be used once within 5 minutes.',
  input: (t) => ({
    ...authorizationFields(t),
    targetOrganizationId: t.id(
      nodeIdInput('Organization', {
        required: true,
        description:
          'Id of the organization to install it in. The caller must be an admin there, or permitted by `agentAccess` for a public client.',
      }),
    ),
    webhookEvents: t.field({
      type: [EventTypeRef],
      description: 'Events that the install grants. By default all that the app subscribes to.',
    }),
  }),
  payload: {
    redirectTo: {
      type: 'URL',
      description:
        'URI to redirect the browser to: the redirect URI with `code`, `state` if sent, and `iss`.',
    },
  },
  refusal: OAUTH_ERROR,
  resolve: async (input, context) => {
    const { db, caller, site, quotas } = context
    const field = 'targetOrganizationId'
    const consent = { ...input, [field]: databaseIdOf('Organization', field, input[field]) }
    const publicClient = await findPublicClient(context, input.clientId)
    const settings = { publicUrl: site.publicUrl, publicClient, mostInstalls: quotas.installs }
    return { redirectTo: await inTransaction(db, (tx) => grantConsent(tx, caller, consent, settings)) }
  },
})
