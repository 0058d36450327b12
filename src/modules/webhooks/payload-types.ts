import { builder } from '../../graphql/builder.ts'
import { WebhookRef } from './type.ts'
import type { WebhookRow } from './webhook-snapshot.ts'

export type SignedWebhook = { webhook: WebhookRow; secret: string | null }

export const SignedWebhookRef = builder.objectRef<SignedWebhook>('SignedWebhook').implement({
  description: 'A webhook with a new signing secret.',
  fields: (t) => ({
    webhook: t.field({ type: WebhookRef, description: 'The webhook.', resolve: ({ webhook }) => webhook }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'Secret that signs deliveries, `whsec_…`, returned only once. Null if it is the secret of an app.',
    }),
  }),
})

export const RedeliveryRef = builder.objectRef<{ count: number; dryRun: boolean }>('Redelivery').implement({
  description: 'Result of a redelivery.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'Number of deliveries queued again. On a dry run, the number that would be.',
    }),
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether the deliveries were only counted.' }),
  }),
})

export const WebhookPreviewRef = builder.objectRef<{ body: string }>('WebhookPreview').implement({
  description: 'A preview of the body of a delivery.',
  fields: (t) => ({ body: t.exposeString('body', { description: 'JSON body.' }) }),
})
