import { builder } from '../../graphql/builder.ts'
import { EventNameRef } from '../oauth/enums.ts'

const DOCUMENT =
  "Subscription to `events` only, at most 20,000 characters. Its result below `events` is the JSON body. Runs with the organization's permissions; for an install's webhook, with the install's."

export const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'A new webhook.',
  fields: (t) => ({
    name: t.string({ description: 'Display name.' }),
    url: t.string({ required: true, description: 'URL with https and a public host.' }),
    events: t.field({ type: [EventNameRef], required: true, description: 'Events it subscribes to.' }),
    document: t.string({ description: `${DOCUMENT} By default the built-in document of each event.` }),
  }),
})

export const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description:
    'Changes to a webhook; omitted fields are unchanged. An OAuth token can change events and document only.',
  fields: (t) => ({
    name: t.string({ description: 'Display name.' }),
    url: t.string({ description: "URL. The URL of an install's webhook is set by its app." }),
    events: t.field({
      type: [EventNameRef],
      description: "Events it subscribes to. For an install's webhook, a subset of the granted events.",
    }),
    document: t.string({ description: `${DOCUMENT} Null selects the built-in document of each event.` }),
    enabled: t.boolean({ description: 'False disables it. True enables it and sends held deliveries.' }),
  }),
})
