import { builder } from '../../graphql/builder.ts'
import { WebhookRef } from './type.ts'
import type { WebhookRow } from './webhook-snapshot.ts'

export type SignedWebhook = { webhook: WebhookRow; secret: string | null }

export const SignedWebhookRef = builder.objectRef<SignedWebhook>('SignedWebhook').implement({
  description: 'A webhook with its new signing secret.',
  fields: (t) => ({
    webhook: t.field({ type: WebhookRef, description: 'The webhook.', resolve: ({ webhook }) => webhook }),
    secret: t.exposeString('secret', {
      nullable: true,
      description:
        'What deliveries are signed with, `whsec_…`: shown now and never again. Null when it is the secret of an app.',
    }),
  }),
})

export const RedeliveryRef = builder.objectRef<{ count: number; dryRun: boolean }>('Redelivery').implement({
  description: 'What a repetition of deliveries did.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'How many deliveries are, or would be, repeated.' }),
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether they were only counted.' }),
  }),
})

export const WebhookPreviewRef = builder.objectRef<{ body: string }>('WebhookPreview').implement({
  description: 'What a webhook would be sent.',
  fields: (t) => ({ body: t.exposeString('body', { description: 'The body, JSON.' }) }),
})
