import { builder } from '../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { WebhookFilterInput, WebhookOrderInput } from './inputs.ts'
import { listWebhooks } from './list-webhooks.ts'
import { WebhookConnectionRef, WebhookRef } from './type.ts'
import { visibleWebhook } from './visible-webhook.ts'

const WebhookBy = lookupType('Webhook')

builder.queryFields((t) => ({
  webhooks: t.field({
    type: WebhookConnectionRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: "The organization's webhooks, oldest first. For an OAuth token, only its install's webhook.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: WebhookFilterInput, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: WebhookOrderInput, description: 'Order. Default oldest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { db, organizationId, caller }) =>
      listWebhooks(db, organizationId, {
        filter: { ...filter, installId: caller.install?.id },
        order: orderBy,
        page,
      }),
  }),

  webhook: t.field({
    type: WebhookRef,
    nullable: true,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'One webhook, or null if there is none.',
    args: { by: t.arg({ type: WebhookBy, required: true, description: 'Key of the webhook.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleWebhook(context, lookupId('Webhook', by) ?? 0)),
  }),
}))
