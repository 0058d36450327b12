import { builder } from '../../../graphql/builder.ts'
import { ActorModeRef, EventNameRef } from '../enums.ts'

const NAME = 'Name that people see on the consent page, at most 255 characters.'
const REDIRECT_URIS =
  '1 to 20 absolute https URIs, or http to `localhost`, `127.0.0.1` or `[::1]`, without user information, fragment or wildcard.'
const MODES = 'Actor modes that installs may use, at least one.'
const SCOPES = 'Scopes that limit its tokens, at least one.'
const WEBHOOK_URL =
  'URL for the events of its installs. Requires `webhooks:manage` among the declared scopes.'
const EVENTS = 'Events it subscribes to. Requires `webhooks:manage` among the declared scopes.'

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
    'Changes to an OAuth app; omitted fields are unchanged. Without `webhooks:manage` among the declared scopes, its webhook is removed.',
  fields: (t) => ({
    name: t.string({ description: NAME }),
    redirectUris: t.stringList({ description: REDIRECT_URIS }),
    allowedActorModes: t.field({ type: [ActorModeRef], description: MODES }),
    declaredScopes: t.stringList({ description: SCOPES }),
    webhookUrl: t.string({ description: `${WEBHOOK_URL} Null removes the webhook.` }),
    subscribedWebhookEvents: t.field({ type: [EventNameRef], description: EVENTS }),
  }),
})
