import type { InputFieldBuilder } from '@pothos/core'
import { builder, type Types } from '../../graphql/builder.ts'
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

const WebhookHeaderInput = builder.inputType('WebhookHeaderInput', {
  description: 'A header that deliveries of a webhook add.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description:
        'Name, ignoring case. Those that the service sets itself are refused, such as `Content-Type` and `Webhook-Id`.',
    }),
    value: t.string({ required: true, description: 'Value of printable ASCII characters, never returned.' }),
  }),
})

const BasicAuthInput = builder.inputType('BasicAuthInput', {
  description: 'Credentials that deliveries of a webhook send by HTTP Basic (RFC 7617).',
  fields: (t) => ({
    username: t.string({ required: true, description: 'User name, without a colon.' }),
    password: t.string({ required: true, description: 'Password, never returned.' }),
  }),
})

/** Fields of the headers that a webhook of the organization adds for the gateway of its receiver. */
export const headerFields = (t: InputFieldBuilder<Types, 'InputObject'>) => ({
  headers: t.field({
    type: [WebhookHeaderInput],
    description:
      'Headers that its deliveries add, at most 10. They and `basicAuth` together replace those before.',
  }),
  basicAuth: t.field({
    type: BasicAuthInput,
    description: 'Credentials in `Authorization` of its deliveries.',
  }),
})
