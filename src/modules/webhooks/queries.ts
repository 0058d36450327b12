import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { visibleDelivery } from './deliveries/visible-delivery.ts'
import { visibleWebhook } from './visible-webhook.ts'
import { DeliveryRef } from './deliveries/delivery-type.ts'
import { listWebhooks } from './list-webhooks.ts'
import { WebhookConnectionRef, WebhookRef } from './type.ts'

builder.queryFields((t) => ({
  webhooks: t.field({
    type: WebhookConnectionRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: "The organization's webhooks, oldest first. For an OAuth token, only its install's webhook.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId, caller }) =>
      listWebhooks(db, organizationId, { installId: caller.install?.id ?? null, page }),
  }),

  webhook: t.field({
    type: WebhookRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'The webhook with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the webhook.' }) },
    resolve: (_root, { id }, context) => visibleWebhook(context, id),
  }),

  webhookDelivery: t.field({
    type: DeliveryRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'The delivery with the given id, including those of deleted webhooks.',
    args: { id: t.arg.id({ required: true, description: 'Id of the delivery.' }) },
    resolve: (_root, { id }, context) => visibleDelivery(context, id),
  }),
}))
