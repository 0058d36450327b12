import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/page.ts'
import { listWebhooks } from './list-webhooks.ts'
import { WebhookConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  webhooks: t.field({
    type: WebhookConnectionRef,
    access: { need: 'admin', scope: 'webhooks:manage' },
    description: "The organization's webhooks, oldest first; to an OAuth token, its install's own.",
    args: pageArgs,
    resolve: (_root, page, { db, organizationId, caller }) =>
      listWebhooks(db, organizationId, { installId: caller.install?.id ?? null, page }),
  }),
}))
