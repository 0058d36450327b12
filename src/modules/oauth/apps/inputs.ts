import { builder } from '../../../graphql/builder.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'

const NAME = 'What people see when they are asked for consent: at most 255 characters.'
const REDIRECT_URIS =
  '1 to 20 absolute https URIs, or http to `localhost`, `127.0.0.1` or `[::1]`, without user information, fragment or wildcard.'
const MODES = 'Whom installs may act as; at least one.'
const SCOPES = 'The most that its tokens may do; at least one.'
const WEBHOOK_URL = "Where its installs' events are sent; needs `webhooks:manage` among the declared scopes."
const EVENTS = 'The events to be told of; need `webhooks:manage` among the declared scopes.'

export const RegisterAppInput = builder.inputType('RegisterAppInput', {
  description: 'A new OAuth app.',
  fields: (t) => ({
    name: t.string({ required: true, description: NAME }),
    redirectUris: t.stringList({ required: true, description: REDIRECT_URIS }),
    allowedActorModes: t.field({ type: [ActorModeRef], required: true, description: MODES }),
    declaredScopes: t.stringList({ required: true, description: SCOPES }),
    webhookUrl: t.string({ description: WEBHOOK_URL }),
    subscribedWebhookEvents: t.field({ type: [EventNameRef], description: EVENTS }),
  }),
})

export const UpdateAppInput = builder.inputType('UpdateAppInput', {
  description:
    'Changes of an OAuth app; what is left out stays. Without `webhooks:manage` among the declared scopes its webhook ends.',
  fields: (t) => ({
    name: t.string({ description: NAME }),
    redirectUris: t.stringList({ description: REDIRECT_URIS }),
    allowedActorModes: t.field({ type: [ActorModeRef], description: MODES }),
    declaredScopes: t.stringList({ description: SCOPES }),
    webhookUrl: t.string({ description: `${WEBHOOK_URL} Null takes the webhook away.` }),
    subscribedWebhookEvents: t.field({ type: [EventNameRef], description: EVENTS }),
  }),
})
