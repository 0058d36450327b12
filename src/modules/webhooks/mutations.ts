import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { checkDocument } from '../../graphql/execution/check-document.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { ownerContext } from './owner-context.ts'
import { visibleWebhook } from './visible-webhook.ts'
import { forbidden } from '../../lib/errors.ts'
import { optionalText } from '../../lib/fields.ts'
import { SignedWebhookRef, type SignedWebhook } from './payload-types.ts'
import { createInstallWebhook } from './of-installs/create-install-webhook.ts'
import { createWebhook } from './create-webhook.ts'
import { deleteWebhook } from './delete-webhook.ts'
import { disableWebhook } from './disable-webhook.ts'
import { enableWebhook } from './enable-webhook.ts'
import { CreateWebhookInput, UpdateWebhookInput } from './inputs.ts'
import { rotateSigningSecret } from './rotate-signing-secret.ts'
import { WebhookRef } from './type.ts'
import { updateWebhook } from './update-webhook.ts'

/** Default reason for disabling by an admin. */
const BY_ADMIN = 'Disabled by an admin'

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'Id of the webhook.' })
  return {
    createWebhook: t.field({
      type: SignedWebhookRef,
      access: { require: 'admin', scope: 'webhooks:manage' },
      description:
        'Creates a webhook of the organization, at most 50 unless the operator sets another limit. An OAuth token creates the webhook of its install, if there is none, for granted events.',
      args: { input: t.arg({ type: CreateWebhookInput, required: true, description: 'The webhook.' }) },
      resolve: async (_root, { input }, context, { schema }) => {
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
        return inTransaction<SignedWebhook>(db, (tx) =>
          installId === undefined
            ? createWebhook(tx, organizationId, by, webhook)
            : createInstallWebhook(tx, organizationId, { ...by, installId }, webhook),
        )
      },
    }),

    updateWebhook: t.field({
      type: WebhookRef,
      access: { require: 'admin', scope: 'webhooks:manage' },
      description: 'Updates a webhook. Pending deliveries are sent to the new URL.',
      args: {
        id,
        input: t.arg({ type: UpdateWebhookInput, required: true, description: 'The changes.' }),
      },
      resolve: async (_root, { id, input }, context, { schema }) => {
        const { db, organizationId, caller, webhookAllowedHosts: allowedHosts } = context
        const webhook = await visibleWebhook(context, id)
        const { enabled, document: text, ...changes } = input
        if (caller.authority === 'app' && [changes.name, changes.url, enabled].some((value) => value != null))
          throw forbidden('An OAuth token can change events and document only')
        const actorId = actorOf(context)
        const document =
          text === undefined
            ? undefined
            : await checkDocument(schema, text, await ownerContext(context, webhook.installId))
        return inTransaction(db, async (tx) => {
          const by = { actorId, allowedHosts }
          const row = await updateWebhook(tx, organizationId, webhook.id, by, { ...changes, document })
          if (enabled == null) return row
          return enabled
            ? enableWebhook(tx, organizationId, { id: webhook.id, deliverHeld: true, actorId })
            : disableWebhook(tx, organizationId, { id: webhook.id, reason: BY_ADMIN, actorId })
        })
      },
    }),

    deleteWebhook: t.field({
      type: DeletedRef,
      access: { require: 'admin', scope: 'webhooks:manage' },
      description:
        "Deletes a webhook and cancels its pending and held deliveries. An OAuth token deletes its install's webhook. It is not recreated until the token creates one or the app is consented to again.",
      args: { id },
      resolve: async (_root, args, context) => {
        const installId = context.caller.install?.id ?? null
        const webhook = { id: parseObjectId('Webhook', args.id), actorId: actorOf(context), installId }
        await inTransaction(context.db, (tx) => deleteWebhook(tx, context.organizationId, webhook))
        return { id: webhook.id }
      },
    }),

    rotateWebhookSigningSecret: t.field({
      type: SignedWebhookRef,
      access: { require: 'admin' },
      description:
        'Replaces the signing secret of a webhook of the organization. Deliveries are also signed with the old secret for 24 hours.',
      args: { id },
      resolve: (_root, args, context) => {
        const { db, organizationId, keys } = context
        const webhook = { id: parseObjectId('Webhook', args.id), actorId: actorOf(context) }
        return inTransaction(db, (tx) =>
          rotateSigningSecret(tx, organizationId, { ...webhook, encryptionKey: keys.encryption }),
        )
      },
    }),

    disableWebhook: t.field({
      type: WebhookRef,
      access: { require: 'admin' },
      description: 'Disables a webhook. Its deliveries are held from then on.',
      args: { id, reason: t.arg.string({ description: 'Reason, at most 500 characters.' }) },
      resolve: (_root, { id, reason }, context) => {
        const webhook = { id: parseObjectId('Webhook', id), actorId: actorOf(context) }
        return inTransaction(context.db, (tx) =>
          disableWebhook(tx, context.organizationId, { ...webhook, reason: reasonOf(reason) }),
        )
      },
    }),

    enableWebhook: t.field({
      type: WebhookRef,
      access: { require: 'admin' },
      description: 'Enables a disabled webhook.',
      args: {
        id,
        deliverHeld: t.arg.boolean({
          defaultValue: true,
          description: 'Whether held deliveries are sent now. Otherwise they stay held.',
        }),
      },
      resolve: (_root, { id, deliverHeld }, context) => {
        const webhook = { id: parseObjectId('Webhook', id), actorId: actorOf(context) }
        return inTransaction(context.db, (tx) =>
          enableWebhook(tx, context.organizationId, { ...webhook, deliverHeld: deliverHeld ?? true }),
        )
      },
    }),
  }
})

const reasonOf = (reason: string | null | undefined) => optionalText('reason', reason, 500) ?? BY_ADMIN
