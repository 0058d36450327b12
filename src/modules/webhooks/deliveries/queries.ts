import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../../graphql/schema/node/lookup.ts'
import { DATABASE_ID } from '../../../graphql/schema/node/node.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { webhookLoaders } from '../loaders.ts'
import { DeliveryConnectionRef, DeliveryRef } from './delivery-type.ts'
import { toDeliveryFilter, WebhookDeliveryFilterInput, WebhookDeliveryOrderInput } from './inputs.ts'
import { listDeliveries } from './list-deliveries.ts'
import { deliveryLoaders } from './loaders.ts'
import { visibleDelivery } from './visible-delivery.ts'

const WebhookDeliveryBy = lookupType('WebhookDelivery', (t) => ({
  databaseId: t.field({
    type: 'BigInt',
    ...DATABASE_ID,
    extensions: { nodeType: 'WebhookDelivery' },
  }),
}))

builder.queryFields((t) => ({
  webhookDeliveries: t.field({
    type: DeliveryConnectionRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description:
      "Deliveries of the organization's webhooks, including deleted ones, newest first by default. For an OAuth token, only those of its install's webhook.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: WebhookDeliveryFilterInput, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: WebhookDeliveryOrderInput, description: 'Order. Default newest first.' }),
    },
    resolve: async (_root, { filter, orderBy, ...page }, context) => {
      const { db, organizationId } = context
      const request = { filter: toDeliveryFilter(filter), descending: orderBy?.direction !== 'asc', page }
      const wanted = databaseIdOf('Webhook', 'filter.webhookId', filter?.webhookId)
      const webhookId = await visibleId(context, wanted)
      if (webhookId === null) return listDeliveries(db, organizationId, request)
      return (await deliveryLoaders(context).ofWebhook(request).one(webhookId)).page
    },
  }),

  webhookDelivery: t.field({
    type: DeliveryRef,
    nullable: true,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'One delivery, also of a deleted webhook, or null if there is none.',
    args: { by: t.arg({ type: WebhookDeliveryBy, required: true, description: 'Key of the delivery.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleDelivery(context, lookupId('WebhookDelivery', by) ?? 0)),
  }),
}))

/** Returns the id of the webhook to which a list is restricted, 0 for one that is not visible, null for all. */
async function visibleId(context: Context, wanted: number | null | undefined): Promise<number | null> {
  const { install } = context.caller
  if (!install) return wanted ?? null
  const [own] = await webhookLoaders(context).byInstall(install.id)
  return own && (wanted == null || wanted === own.id) ? own.id : 0
}
