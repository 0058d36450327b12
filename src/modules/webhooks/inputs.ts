import { builder } from '../../graphql/builder.ts'
import { orderType } from '../../graphql/schema/page.ts'
import { EventTypeRef } from '../events/enums.ts'

export const WebhookFilterInput = builder.inputType('WebhookFilter', {
  description: 'Filter of a list of webhooks. Omitted fields do not restrict it.',
  fields: (t) => ({
    enabled: t.boolean({ description: 'True for enabled webhooks only, false for disabled ones only.' }),
    failing: t.boolean({
      description: 'True for failing webhooks only, false for the others only.',
    }),
    eventTypes: t.field({
      type: [EventTypeRef],
      description: 'Only webhooks that subscribe to any of these events.',
    }),
  }),
})

export const WebhookOrderInput = orderType('Webhook', {
  CREATED_AT: { value: 'createdAt', description: 'Time of creation.' },
  NAME: { value: 'name', description: 'Display name.' },
} as const)
