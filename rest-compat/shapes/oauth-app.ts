import type { components } from '../../openapi/types.ts'
import { isoTimestamp, isoTimestampOrNull, type Timestamp } from './timestamp.ts'

type Documented = components['schemas']['oauth-app']

/** GraphQL fields of an app for its documented JSON. */
export const OAUTH_APP = /* GraphQL */ `
  fragment oauthApp on OAuthApp {
    clientId
    name
    redirectUris
    allowedActorModes
    declaredScopes
    webhookUrl
    subscribedWebhookEvents
    previousWebhookSecretUntil
    suspendedAt
    createdAt
    updatedAt
  }
`

export type OAuthAppData = {
  clientId: string
  name: string
  redirectUris: string[]
  allowedActorModes: Documented['allowed_actor_modes']
  declaredScopes: string[]
  webhookUrl: string | null
  subscribedWebhookEvents: Documented['subscribed_webhook_events']
  previousWebhookSecretUntil: Timestamp | null
  suspendedAt: Timestamp | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Converts an app to its documented JSON. */
export function presentOAuthApp(app: OAuthAppData): Documented {
  return {
    client_id: app.clientId,
    name: app.name,
    redirect_uris: app.redirectUris,
    allowed_actor_modes: app.allowedActorModes,
    declared_scopes: app.declaredScopes,
    webhook_url: app.webhookUrl,
    subscribed_webhook_events: app.subscribedWebhookEvents,
    previous_webhook_secret_until: isoTimestampOrNull(app.previousWebhookSecretUntil),
    suspended: app.suspendedAt !== null,
    suspended_at: isoTimestampOrNull(app.suspendedAt),
    created_at: isoTimestamp(app.createdAt),
    updated_at: isoTimestamp(app.updatedAt),
  }
}

/** Converts the fields of a registration or an update to GraphQL names. */
export function oauthAppInput(input: Partial<components['schemas']['oauth-app-registration']>) {
  return {
    name: input.name,
    redirectUris: input.redirect_uris,
    allowedActorModes: input.allowed_actor_modes,
    declaredScopes: input.declared_scopes,
    webhookUrl: input.webhook_url,
    subscribedWebhookEvents: input.subscribed_webhook_events,
  }
}

/** Returns the error value for a missing or invalid field of an app (RFC 7591 section 3.2.2). */
export function metadataError(field: string): 'invalid_redirect_uri' | 'invalid_client_metadata' {
  return field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
}

/** Prevents caches from storing responses that may contain a secret. */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
