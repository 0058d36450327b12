import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { parseObjectId, referenceId } from '../../../graphql/ids.ts'
import { visibleWebhook } from '../visible-webhook.ts'
import { visibleDelivery } from './visible-delivery.ts'
import { unprocessable, notFound } from '../../../lib/errors.ts'
import { RedeliveryRef } from '../payload-types.ts'
import { DeliveryRef } from './delivery-type.ts'
import { DeliveryFilterInput } from './inputs.ts'
import { canSeeWebhook } from '../policy.ts'
import { redeliverDeliveries } from './redeliver-deliveries.ts'
import { redeliverDelivery } from './redeliver-delivery.ts'
import { sendTestEvent } from './send-test-event.ts'
import { webhookLoaders } from '../loaders.ts'

builder.mutationFields((t) => ({
  sendTestEvent: t.field({
    type: DeliveryRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'Sends the event `webhook_test` to this webhook only. Returns the delivery.',
    args: { webhookId: t.arg.id({ required: true, description: 'Id of the webhook.' }) },
    resolve: async (_root, { webhookId }, context) => {
      const { id } = await visibleWebhook(context, webhookId)
      actorOf(context)
      return inTransaction(context.db, (tx) => sendTestEvent(tx, context.organizationId, id))
    },
  }),

  redeliver: t.field({
    type: DeliveryRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description:
      'Redelivers an event immediately, with the same id and body. A pending delivery is attempted immediately.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the delivery.' }),
      webhookId: t.arg.id({
        description: 'Id of the webhook that the delivery must belong to. Otherwise it is not found.',
      }),
    },
    resolve: async (_root, args, context) => {
      const { id, webhookId } = await visibleDelivery(context, args.id)
      if (args.webhookId != null && parseObjectId('Webhook', args.webhookId) !== webhookId)
        throw notFound('Delivery')
      actorOf(context)
      return inTransaction(context.db, (tx) => redeliverDelivery(tx, context.organizationId, id))
    },
  }),

  redeliverMany: t.field({
    type: RedeliveryRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description:
      'Redelivers events immediately, in their order. Without states, this includes failed, held and canceled deliveries.',
    args: {
      webhookId: t.arg.id({
        description:
          'Id of the webhook. By default all webhooks; for an OAuth token, the webhook of its install.',
      }),
      filter: t.arg({ type: DeliveryFilterInput, description: 'Filter of the deliveries.' }),
      dryRun: t.arg.boolean({ defaultValue: false, description: 'Whether to count the deliveries only.' }),
    },
    resolve: async (_root, { webhookId, filter, dryRun }, context) => {
      const request = {
        ...filter,
        dryRun: dryRun ?? false,
        webhookId: await chosenWebhook(context, referenceId('webhookId', webhookId)),
      }
      actorOf(context)
      const { db, organizationId, bulk } = context
      const count = await bulk.run(organizationId, () => redeliverDeliveries(db, organizationId, request))
      return { count, dryRun: request.dryRun }
    },
  }),
}))

/** Returns the id of the webhook that a request is about, or null for all. A token has at most one. */
async function chosenWebhook(context: Context, webhookId: number | null | undefined): Promise<number | null> {
  const own = context.caller.install
    ? ((await webhookLoaders(context).byInstall(context.caller.install.id))[0] ?? null)
    : null
  if (webhookId == null) {
    if (context.caller.install && !own) throw notFound('Webhook')
    return own?.id ?? null
  }
  const webhook = await webhookLoaders(context).byId.find(webhookId)
  if (!webhook || !canSeeWebhook(context.caller, webhook)) throw unprocessable('webhookId', 'does not exist')
  return webhook.id
}
