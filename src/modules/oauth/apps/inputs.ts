import type { InputFieldBuilder } from '@pothos/core'
import { builder, type Types } from '../../../graphql/builder.ts'
import { IF_UNCHANGED_SINCE } from '../../../graphql/schema/mutation/assert-changes.ts'
import { lookupId, lookupType } from '../../../graphql/schema/node/lookup.ts'
import { orderType } from '../../../graphql/schema/page.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { ActorModeRef, OAuthAppKindRef, ScopeRef } from '../enums.ts'
import type { AppKey } from './find-app.ts'

const NAME = 'Name that people see on the consent page, at most 255 characters.'
const REDIRECT_URIS =
  '1 to 20 absolute https URIs, or http to `localhost`, `127.0.0.1` or `[::1]`, without user information, fragment or wildcard.'
const MODES = 'Actor modes that installs may use, at least one.'
const SCOPES = 'Scopes that limit its tokens, at least one.'
const WEBHOOK_URL = 'URL for the events of its installs'
const REQUIRED_SCOPE = 'Requires `WEBHOOKS_MANAGE` among the declared scopes.'
const EVENTS = `Events of posts and changelogs that it subscribes to. ${REQUIRED_SCOPE}`

export const OAuthAppBy = lookupType('OAuthApp', (t) => ({
  clientId: t.string({ description: 'Client id, such as `foapp_…`.' }),
}))

/** Returns the key of an app. `field` is the argument or input field that contains the key. */
export function appKeyOf(
  by: { id?: string | null; databaseId?: number | null; clientId?: string | null },
  field: string,
): AppKey {
  return lookupId('OAuthApp', by, field) ?? { clientId: by.clientId ?? '' }
}

type Fields = InputFieldBuilder<Types, 'InputObject'>

/** The app that a mutation changes. A client may name it by its id or by its client id. */
export const appField = (t: Fields) => ({
  app: t.field({ type: OAuthAppBy, required: true, description: 'Key of the app.' }),
})

/** Fields of a new app. */
export const registrationFields = (t: Fields) => ({
  name: t.string({ required: true, description: NAME }),
  redirectUris: t.field({ type: ['URL'], required: true, description: REDIRECT_URIS }),
  allowedActorModes: t.field({ type: [ActorModeRef], required: true, description: MODES }),
  declaredScopes: t.field({ type: [ScopeRef], required: true, description: SCOPES }),
  webhookUrl: t.field({ type: 'URL', description: `${WEBHOOK_URL}. ${REQUIRED_SCOPE}` }),
  subscribedWebhookEvents: t.field({ type: [EventTypeRef], description: EVENTS }),
})

/** Changes of an app. */
export const changeFields = (t: Fields) => ({
  name: t.string({ description: NAME }),
  redirectUris: t.field({ type: ['URL'], description: REDIRECT_URIS }),
  allowedActorModes: t.field({ type: [ActorModeRef], description: MODES }),
  declaredScopes: t.field({ type: [ScopeRef], description: SCOPES }),
  webhookUrl: t.field({
    type: 'URL',
    description: `${WEBHOOK_URL}, null to remove the webhook. ${REQUIRED_SCOPE}`,
  }),
  subscribedWebhookEvents: t.field({ type: [EventTypeRef], description: EVENTS }),
  ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
})

export const OAuthAppFilter = builder.inputType('OAuthAppFilter', {
  description: 'Filter of a list of OAuth apps. Omitted fields do not restrict it.',
  fields: (t) => ({
    kinds: t.field({ type: [OAuthAppKindRef], description: 'Kinds of apps. Default `REGISTERED` only.' }),
    suspended: t.boolean({ description: 'True for suspended apps only, false for others only.' }),
  }),
})

export const OAuthAppOrder = orderType('OAuthApp', {
  CREATED_AT: { value: 'createdAt', description: 'Time of registration.' },
  UPDATED_AT: { value: 'updatedAt', description: 'Time of the last change.' },
  NAME: { value: 'name', description: 'Name of the app.' },
} as const)
