import { inTransaction } from '../../../db/transaction.ts'
import { builder } from '../../../graphql/builder.ts'
import { parseId } from '../../../lib/ids.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'
import { grantConsent } from './grant-consent.ts'

const GrantConsentInput = builder.inputType('GrantConsentInput', {
  description: "An admin's consent to what an app asks for.",
  fields: (t) => ({
    clientId: t.string({ required: true, description: 'Client id of the app.' }),
    redirectUri: t.string({
      required: true,
      description: 'One of its registered redirect URIs, character by character.',
    }),
    scope: t.string({ description: 'Scopes, with spaces between; by default all declared ones.' }),
    actor: t.field({ type: ActorModeRef, description: "By default the app's only mode, else `app`." }),
    targetOrganizationId: t.id({
      required: true,
      description: 'Where to install it; the caller must be an admin there.',
    }),
    state: t.string({ description: 'Opaque; it comes back on the redirect.' }),
    grantedWebhookEvents: t.field({
      type: [EventNameRef],
      description: 'The events it may be told of; by default all that the app subscribes to.',
    }),
    codeChallenge: t.string({ description: 'Of PKCE (RFC 7636).' }),
    codeChallengeMethod: t.string({ description: '`S256`; needed with a challenge.' }),
  }),
})

const GrantedConsentRef = builder.objectRef<{ redirectTo: string }>('GrantedConsent').implement({
  description: 'A consent that was given.',
  fields: (t) => ({
    redirectTo: t.exposeString('redirectTo', {
      description: 'Where to send the browser: the redirect URI with `code`, `state` if sent, and `iss`.',
    }),
  }),
})

builder.mutationFields((t) => ({
  grantConsent: t.field({
    type: GrantedConsentRef,
    access: { require: 'person' },
    description: 'Lets an app be installed: mints an authorization code, good once and for 5 minutes.',
    args: { input: t.arg({ type: GrantConsentInput, required: true, description: 'The consent.' }) },
    resolve: async (_root, { input }, { db, caller, site, quotas }) => {
      // No organization has the id 0, and none may be told from one that the caller is no admin of.
      const consent = { ...input, targetOrganizationId: parseId(input.targetOrganizationId) ?? 0 }
      const installKey = { issuer: site.publicUrl, mostInstalls: quotas.installs }
      const redirectTo = await inTransaction(db, (tx) => grantConsent(tx, caller, consent, installKey))
      return { redirectTo }
    },
  }),
}))
