import { inTransaction } from '../../../db/transaction.ts'
import { builder } from '../../../graphql/builder.ts'
import { parseId } from '../../../lib/crypto/ids.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import { grantConsent } from './grant-consent.ts'

const GrantConsentInput = builder.inputType('GrantConsentInput', {
  description: "An admin's consent to an authorization request.",
  fields: (t) => ({
    clientId: t.string({ required: true, description: 'Client id of the app.' }),
    redirectUri: t.string({
      required: true,
      description: 'A registered redirect URI of the app, compared character by character.',
    }),
    scope: t.string({ description: 'Space-separated scopes. By default all declared scopes.' }),
    actor: t.field({
      type: ActorModeRef,
      description: "Actor mode. By default the app's only mode, otherwise `app`.",
    }),
    targetOrganizationId: t.id({
      required: true,
      description: 'Id of the organization to install it in. The caller must be an admin there.',
    }),
    state: t.string({ description: 'Opaque value that is returned on the redirect.' }),
    grantedWebhookEvents: t.field({
      type: [EventNameRef],
      description: 'Events that the install grants. By default all that the app subscribes to.',
    }),
    codeChallenge: t.string({ description: 'PKCE code challenge (RFC 7636).' }),
    codeChallengeMethod: t.string({ description: '`S256`. Required with a code challenge.' }),
  }),
})

const GrantedConsentRef = builder.objectRef<{ redirectTo: string }>('GrantedConsent').implement({
  description: 'A granted consent.',
  fields: (t) => ({
    redirectTo: t.exposeString('redirectTo', {
      description:
        'URI to redirect the browser to: the redirect URI with `code`, `state` if sent, and `iss`.',
    }),
  }),
})

builder.mutationFields((t) => ({
  grantConsent: t.field({
    type: GrantedConsentRef,
    access: { require: 'person' },
    description:
      'Grants consent to an app. Issues an authorization code, which can be used once within 5 minutes.',
    args: { input: t.arg({ type: GrantConsentInput, required: true, description: 'The consent.' }) },
    resolve: async (_root, { input }, { db, caller, site, quotas }) => {
      // No organization has the id 0. An invalid id must be indistinguishable from an organization that the
      // caller is not an admin of.
      const consent = { ...input, targetOrganizationId: parseId(input.targetOrganizationId) ?? 0 }
      const installKey = { issuer: site.publicUrl, mostInstalls: quotas.installs }
      const redirectTo = await inTransaction(db, (tx) => grantConsent(tx, caller, consent, installKey))
      return { redirectTo }
    },
  }),
}))
