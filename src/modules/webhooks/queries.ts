import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/page.ts'
import { visibleDelivery, visibleWebhook } from './visible-webhook.ts'
import { DeliveryRef } from './deliveries/delivery-type.ts'
import { listWebhooks } from './list-webhooks.ts'
import { WebhookConnectionRef, WebhookRef } from './type.ts'

builder.queryFields((t) => ({
  webhooks: t.field({
    type: WebhookConnectionRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: "The organization's webhooks, oldest first; to an OAuth token, its install's own.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId, caller }) =>
      listWebhooks(db, organizationId, { installId: caller.install?.id ?? null, page }),
  }),

  webhook: t.field({
    type: WebhookRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'One webhook.',
    args: { id: t.arg.id({ required: true, description: 'Id of the webhook.' }) },
    resolve: (_root, { id }, context) => visibleWebhook(context, id),
  }),

  webhookDelivery: t.field({
    type: DeliveryRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'One delivery, also of a webhook that has been removed.',
    args: { id: t.arg.id({ required: true, description: 'Id of the delivery.' }) },
    resolve: (_root, { id }, context) => visibleDelivery(context, id),
  }),
}))
