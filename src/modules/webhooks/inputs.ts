import { builder } from '../../graphql/builder.ts'
import { EventTypeRef } from '../events/enums.ts'
import { EventNameRef } from '../oauth/enums.ts'
import { DeliveryStateRef } from './deliveries/enums.ts'

const DOCUMENT =
  'A subscription to `events` and nothing else, at most 20,000 characters: each body is the JSON of what it answers with below `events`. It runs as the organization, of an install as the install.'

export const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new webhook.',
  fields: (t) => ({
    name: t.string({ description: 'What it is called.' }),
    url: t.string({ required: true, description: 'The address: https, of a public host.' }),
    events: t.field({ type: [EventNameRef], required: true, description: 'The events that are sent.' }),
    document: t.string({ description: `${DOCUMENT} By default those that ship with the service.` }),
  }),
})

export const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description:
    'Changes of a webhook; what is left out stays. An OAuth token changes events and document only.',
  fields: (t) => ({
    name: t.string({ description: 'What it is called.' }),
    url: t.string({ description: "The address. That of an install's webhook is its app's." }),
    events: t.field({
      type: [EventNameRef],
      description: "The events that are sent. Of an install's webhook fewer than were granted.",
    }),
    document: t.string({ description: `${DOCUMENT} Null for those that ship with the service.` }),
    enabled: t.boolean({ description: 'False disables it, true enables it and delivers what was held.' }),
  }),
})

export const DeliveryFilterInput = builder.inputType('WebhookDeliveryFilter', {
  description: 'Narrows deliveries; what is left out does not.',
  fields: (t) => ({
    states: t.field({ type: [DeliveryStateRef], description: 'Those in any of these states.' }),
    types: t.field({ type: [EventTypeRef], description: 'Those of events of any of these types.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Those of events recorded at this moment or later.',
    }),
    createdBefore: t.field({ type: 'DateTime', description: 'Those of events recorded before this moment.' }),
  }),
})
