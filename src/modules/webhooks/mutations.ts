import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { checkDocument } from '../../graphql/execution/check-document.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { EventTypeRef } from '../events/enums.ts'
import { headerFields } from './inputs.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { createInstallWebhook } from './of-installs/create-install-webhook.ts'
import { ownerContext } from './owner-context.ts'
import { rotateSigningSecret } from './rotate-signing-secret.ts'
import { WebhookRef } from './type.ts'
import { documentDescription } from './webhook-fields.ts'

const ID = nodeIdInput('Webhook', { required: true, description: 'Id of the webhook.' })

mutation('createWebhook', {
  access: { require: 'admin', scope: 'webhooks:manage' },
  description:
    'Creates a webhook of the organization, at most 50 unless the operator sets another limit. An OAuth token creates the webhook of its install, if there is none, for granted events.',
  input: (t) => ({
    name: t.string({ description: 'Display name.' }),
    url: t.field({ type: 'URL', required: true, description: 'URL with https and a public host.' }),
    events: t.field({ type: [EventTypeRef], required: true, description: 'Events it subscribes to.' }),
    document: t.string({ description: documentDescription('by default') }),
    ...headerFields(t),
  }),
  payload: {
    webhook: { type: WebhookRef, description: 'The webhook.' },
    secret: {
      type: 'String',
      description:
        'Secret that signs deliveries, `whsec_…`, returned only once. Null if it is the secret of an app.',
    },
  },
  resolve: async (input, context, { schema }) => {
    const { db, organizationId, keys, webhookAllowedHosts: allowedHosts, quotas } = context
    const by = {
      actorId: actorOf(context),
      encryptionKey: keys.encryption,
      allowedHosts,
      most: quotas.webhooks,
    }
    const installId = context.caller.install?.id
    const document = await checkDocument(schema, input.document, await ownerContext(context, null))
    const webhook = { ...input, document }
    return inTransaction(db, (tx) =>
      installId === undefined
        ? createWebhook(tx, organizationId, by, webhook)
        : createInstallWebhook(tx, organizationId, { ...by, installId }, webhook),
    )
  },
})

mutation('deleteWebhook', {
  access: { require: 'admin', scope: 'webhooks:manage' },
  description:
    "Deletes a webhook and cancels its pending and held deliveries. An OAuth token deletes its install's webhook, which is not recreated until the token creates one or the app is consented to again.",
  input: (t) => ({ id: t.id(ID) }),
  payload: { deletedWebhookId: { type: 'ID', description: 'Id of the deleted webhook.' } },
  resolve: async ({ id }, context) => {
    const installId = context.caller.install?.id ?? null
    const webhook = { id: databaseIdOf('Webhook', 'id', id), actorId: actorOf(context), installId }
    await inTransaction(context.db, (tx) => deleteWebhook(tx, context.organizationId, webhook))
    return { deletedWebhookId: id }
  },
})

mutation('rotateWebhookSecret', {
  access: { require: 'admin' },
  description:
    'Replaces the signing secret of a webhook of the organization. Deliveries are also signed with the old secret for 24 hours.',
  input: (t) => ({ id: t.id(ID) }),
  payload: {
    webhook: { type: WebhookRef, description: 'The webhook.' },
    secret: { type: 'String', description: 'New secret, `whsec_…`, returned only once.' },
  },
  resolve: ({ id }, context) => {
    const { db, organizationId, keys } = context
    const webhook = { id: databaseIdOf('Webhook', 'id', id), actorId: actorOf(context) }
    return inTransaction(db, (tx) =>
      rotateSigningSecret(tx, organizationId, { ...webhook, encryptionKey: keys.encryption }),
    )
  },
})
