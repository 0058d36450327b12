import type { Transaction } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import type { Context } from '../../../graphql/context.ts'
import { assertChanges } from '../../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { toNodeId } from '../../../graphql/schema/node/prefixes.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { OAUTH_ERROR } from '../error-type.ts'
import { deleteApp } from './delete-app.ts'
import { appField, appKeyOf, changeFields, registrationFields } from './inputs.ts'
import { registerApp } from './register-app.ts'
import { resumeApp } from './resume-app.ts'
import { rotateClientSecret } from './rotate-client-secret.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { suspendApp } from './suspend-app.ts'
import { OAuthAppRef } from './type.ts'
import { updateApp } from './update-app.ts'

const OAUTH_APP = { type: OAuthAppRef, description: 'The app.' }
const CLIENT_SECRET = {
  type: 'String' as const,
  description: 'Client secret, `fosec_…`, returned only once.',
}
const WEBHOOK_SECRET = {
  type: 'String' as const,
  description: 'Secret that signs deliveries, `whsec_…`, returned only once.',
}

mutation('registerOAuthApp', {
  access: { require: 'admin' },
  description: 'Registers an OAuth app that the organization owns.',
  input: registrationFields,
  payload: {
    oauthApp: OAUTH_APP,
    clientSecret: CLIENT_SECRET,
    webhookSecret: {
      ...WEBHOOK_SECRET,
      description: `${WEBHOOK_SECRET.description} Null without a webhook.`,
    },
  },
  refusal: OAUTH_ERROR,
  resolve: async (input, context) => {
    const { app, ...secrets } = await write(context, (tx, by) =>
      registerApp(tx, context.organizationId, { ...by, most: context.quotas.apps }, input),
    )
    return { oauthApp: app, ...secrets }
  },
})

/** Fields of an app that cannot be empty. A null webhook URL removes the webhook. */
const REQUIRED = [
  'name',
  'redirectUris',
  'allowedActorModes',
  'declaredScopes',
  'subscribedWebhookEvents',
] as const

mutation('updateOAuthApp', {
  access: { require: 'admin' },
  description:
    'Updates an OAuth app and the webhooks of its installs. Without `WEBHOOKS_MANAGE` among the declared scopes, its webhook is removed.',
  input: (t) => ({ ...appField(t), ...changeFields(t) }),
  payload: {
    oauthApp: OAUTH_APP,
    webhookSecret: {
      ...WEBHOOK_SECRET,
      description: `${WEBHOOK_SECRET.description} Null unless the change added the webhook.`,
    },
  },
  refusal: OAUTH_ERROR,
  resolve: async ({ app: by, ...input }, context) => {
    const key = appKeyOf(by, 'app')
    const changes = assertChanges(context, input, REQUIRED)
    const { app, webhookSecret } = await write(context, (tx, credentials) =>
      updateApp(tx, context.organizationId, { ...credentials, key }, changes),
    )
    return { oauthApp: app, webhookSecret }
  },
})

mutation('deleteOAuthApp', {
  access: { require: 'admin' },
  description: 'Deletes an OAuth app with its installs, their webhooks and tokens.',
  input: appField,
  payload: { deletedOAuthAppId: { type: 'ID', description: 'Id of the deleted app.' } },
  resolve: async ({ app }, context) => {
    const key = appKeyOf(app, 'app')
    const { id } = await write(context, (tx, by) => deleteApp(tx, context.organizationId, { ...by, key }))
    return { deletedOAuthAppId: toNodeId('OAuthApp', id) }
  },
})

mutation('rotateOAuthAppClientSecret', {
  access: { require: 'admin' },
  description: 'Replaces the client secret of an OAuth app. The old secret is rejected immediately.',
  input: appField,
  payload: { oauthApp: OAUTH_APP, clientSecret: CLIENT_SECRET },
  resolve: async ({ app: by }, context) => {
    const key = appKeyOf(by, 'app')
    const { app, clientSecret } = await write(context, (tx, credentials) =>
      rotateClientSecret(tx, context.organizationId, { ...credentials, key }),
    )
    return { oauthApp: app, clientSecret }
  },
})

mutation('rotateOAuthAppWebhookSecret', {
  access: { require: 'admin' },
  description:
    'Replaces the webhook secret of an OAuth app. Deliveries are also signed with the old secret for 24 hours.',
  input: appField,
  payload: { oauthApp: OAUTH_APP, webhookSecret: WEBHOOK_SECRET },
  resolve: async ({ app: by }, context) => {
    const key = appKeyOf(by, 'app')
    const { app, webhookSecret } = await write(context, (tx, credentials) =>
      rotateWebhookSecret(tx, context.organizationId, { ...credentials, key }),
    )
    return { oauthApp: app, webhookSecret }
  },
})

mutation('suspendOAuthApp', {
  access: { require: 'admin' },
  description: 'Suspends an OAuth app. Its installs are revoked and its tokens are rejected immediately.',
  input: appField,
  payload: { oauthApp: OAUTH_APP },
  resolve: async ({ app }, context) => {
    const key = appKeyOf(app, 'app')
    return {
      oauthApp: await write(context, (tx, by) => suspendApp(tx, context.organizationId, { ...by, key })),
    }
  },
})

mutation('resumeOAuthApp', {
  access: { require: 'admin' },
  description: 'Resumes a suspended OAuth app, so that it can be installed again.',
  refusesKey: true,
  input: appField,
  payload: { oauthApp: OAUTH_APP },
  resolve: async ({ app }, context) => {
    const by = { actorId: actorOf(context), key: appKeyOf(app, 'app') }
    return { oauthApp: await resumeApp(context.db, context.organizationId, by) }
  },
})

/** Runs a change of an app in one transaction, attributed to the caller. */
function write<Result>(
  context: Context,
  change: (
    tx: Transaction,
    by: { actorId: number; encryptionKey: Keyring; allowedHosts: ReadonlySet<string> },
  ) => Promise<Result>,
): Promise<Result> {
  const { db, keys, webhookAllowedHosts } = context
  const by = { actorId: actorOf(context), encryptionKey: keys.encryption, allowedHosts: webhookAllowedHosts }
  return inTransaction(db, (tx) => change(tx, by))
}
