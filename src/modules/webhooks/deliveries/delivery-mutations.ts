import { inTransaction } from '../../../db/transaction.ts'
import { actorOf, toActor } from '../../../graphql/actor.ts'
import type { Context } from '../../../graphql/context.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nullIfNotFound } from '../../../graphql/schema/node/lookup.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { unprocessable, notFound } from '../../../lib/errors.ts'
import { webhookLoaders } from '../loaders.ts'
import { visibleWebhook } from '../visible-webhook.ts'
import { DeliveryRef } from './delivery-type.ts'
import { toDeliveryFilter, WebhookDeliveryFilterInput } from './inputs.ts'
import { redeliverDeliveries } from './redeliver-deliveries.ts'
import { redeliverDelivery } from './redeliver-delivery.ts'
import { sendTestEvent } from './send-test-event.ts'
import { visibleDelivery } from './visible-delivery.ts'

mutation('sendTestEvent', {
  access: { require: 'admin', scope: 'webhooks:manage' },
  description: 'Sends the event `webhook_test` to one webhook only.',
  input: (t) => ({
    id: t.id(nodeIdInput('Webhook', { required: true, description: 'Id of the webhook.' })),
  }),
  payload: { webhookDelivery: { type: DeliveryRef, description: 'The delivery.' } },
  resolve: async (input, context) => {
    const { id } = await visibleWebhook(context, databaseIdOf('Webhook', 'id', input.id))
    actorOf(context)
    const { db, organizationId, caller } = context
    const actor = toActor(caller)
    return { webhookDelivery: await inTransaction(db, (tx) => sendTestEvent(tx, organizationId, id, actor)) }
  },
})

mutation('redeliverWebhookDelivery', {
  access: { require: 'admin', scope: 'webhooks:manage' },
  description:
    'Redelivers an event immediately, with the same id and body. A pending delivery is attempted immediately.',
  input: (t) => ({
    id: t.id(nodeIdInput('WebhookDelivery', { required: true, description: 'Id of the delivery.' })),
    webhookId: t.id(
      nodeIdInput('Webhook', {
        description: 'Id of the webhook that the delivery must belong to. Otherwise it is not found.',
      }),
    ),
  }),
  payload: { webhookDelivery: { type: DeliveryRef, description: 'The delivery.' } },
  resolve: async (input, context) => {
    const { id, webhookId } = await visibleDelivery(context, databaseIdOf('WebhookDelivery', 'id', input.id))
    const wanted = databaseIdOf('Webhook', 'webhookId', input.webhookId) ?? webhookId
    // No webhook can have this id.
    if (wanted === 0) throw notFound('Webhook')
    if (wanted !== webhookId) throw notFound('Delivery')
    actorOf(context)
    return {
      webhookDelivery: await inTransaction(context.db, (tx) =>
        redeliverDelivery(tx, context.organizationId, id),
      ),
    }
  },
})

mutation('redeliverWebhookDeliveries', {
  access: { require: 'admin', scope: 'webhooks:manage' },
  refusesKey: true,
  description:
    'Redelivers events immediately, in their order. Without states, this includes failed, held and canceled deliveries.',
  input: (t) => ({
    filter: t.field({
      type: WebhookDeliveryFilterInput,
      description:
        "Filter of the deliveries. By default those of all webhooks; for an OAuth token, those of its install's webhook.",
    }),
    dryRun: t.boolean({ description: 'Whether to count the deliveries only. Default false.' }),
  }),
  payload: {
    count: {
      type: 'Int',
      description: 'Number of deliveries queued again, or to be queued on a dry run.',
    },
  },
  resolve: async ({ filter, dryRun }, context) => {
    const wanted = databaseIdOf('Webhook', 'filter.webhookId', filter?.webhookId)
    const request = {
      ...toDeliveryFilter(filter),
      dryRun: dryRun ?? false,
      webhookId: await chosenWebhook(context, wanted),
    }
    actorOf(context)
    const { db, organizationId, bulk } = context
    return { count: await bulk.run(organizationId, () => redeliverDeliveries(db, organizationId, request)) }
  },
})

/** Returns the id of the webhook that a request is about, or null for all. A token has at most one. */
async function chosenWebhook(context: Context, webhookId: number | null | undefined): Promise<number | null> {
  const own = context.caller.install
    ? ((await webhookLoaders(context).byInstall(context.caller.install.id))[0] ?? null)
    : null
  if (webhookId == null) {
    if (context.caller.install && !own) throw notFound('Webhook')
    return own?.id ?? null
  }
  const webhook = await nullIfNotFound(visibleWebhook(context, webhookId))
  if (!webhook) throw unprocessable('filter.webhookId', 'does not exist')
  return webhook.id
}
