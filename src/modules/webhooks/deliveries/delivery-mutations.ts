import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { parseObjectId, referenceId } from '../../../graphql/ids.ts'
import { visibleDelivery, visibleWebhook } from '../visible-webhook.ts'
import { unprocessable, notFound } from '../../../lib/errors.ts'
import { RedeliveryRef } from '../payload-types.ts'
import { DeliveryRef } from './delivery-type.ts'
import { DeliveryFilterInput } from '../inputs.ts'
import { canSeeWebhook } from '../policy.ts'
import { redeliverDeliveries } from './redeliver-deliveries.ts'
import { redeliverDelivery } from './redeliver-delivery.ts'
import { sendTestEvent } from './send-test-event.ts'

builder.mutationFields((t) => ({
  sendTestEvent: t.field({
    type: DeliveryRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'Sends a webhook the event `webhook_test`, and no other webhook. Returns the delivery.',
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
      'Makes a delivery once more, at once, with the same id and body; one that waits for its next attempt has it now.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the delivery.' }),
      webhookId: t.arg.id({ description: 'Only if it is of this webhook; else it is not found.' }),
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
      'Makes deliveries once more, at once, in the order of their events; without states those that failed, were held or canceled.',
    args: {
      webhookId: t.arg.id({
        description: 'Those of this webhook; by default of all, to an OAuth token of its own.',
      }),
      filter: t.arg({ type: DeliveryFilterInput, description: 'Narrows them.' }),
      dryRun: t.arg.boolean({ defaultValue: false, description: 'Only counts.' }),
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

/** The webhook that a caller means, which a token has one of at most. */
async function chosenWebhook(
  { caller, load }: Context,
  webhookId: number | null | undefined,
): Promise<number | null> {
  const own = caller.install ? ((await load.webhookOfInstall(caller.install.id))[0] ?? null) : null
  if (webhookId == null) {
    if (caller.install && !own) throw notFound('Webhook')
    return own?.id ?? null
  }
  const webhook = await load.webhook.find(webhookId)
  if (!webhook || !canSeeWebhook(caller, webhook)) throw unprocessable('webhookId', 'does not exist')
  return webhook.id
}
