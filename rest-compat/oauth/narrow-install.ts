import { fieldErrors } from '../../src/lib/errors.ts'
import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { toEventTypes } from '../shapes/event-types.ts'
import { INSTALL, presentInstall } from '../shapes/install.ts'
import { toScopes } from '../shapes/scope.ts'

/** PATCH /oauth/installs/:id. */
export const narrowInstall = endpoint({
  operation: 'narrowInstall',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: NarrowInstallInput!) {
        narrowInstall(input: $input) {
          install {
            ...install
          }
          oauthError {
            code
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [INSTALL, USER_ERROR],
  ),
  variables: ({ id, scopes: names, webhook_events, granted_webhook_events }) => {
    const webhookEvents = webhook_events ?? granted_webhook_events
    const install = { id: nodeId('ins', id) }
    const scopes = names && toScopes(names)
    // No install has an unknown scope. Without a change, the operation only checks the install.
    if (scopes === null) return { input: install }
    return { input: { ...install, scopes, webhookEvents: webhookEvents && toEventTypes(webhookEvents) } }
  },
  present: ({ narrowInstall: { install } }, { scopes }) => {
    if (scopes && !toScopes(scopes)) throw WIDER
    return { success: true, install: presentInstall(install) }
  },
  aliases: { webhook_events: 'granted_webhook_events' },
})

const WIDER = fieldErrors(
  'INVALID_PARAM',
  { scopes: ['can only be narrowed'] },
  { details: { oauth: 'invalid_scope' } },
)
