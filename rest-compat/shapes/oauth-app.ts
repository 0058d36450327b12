import type { components } from '../../openapi/types.ts'
import { isoTimestamp, isoTimeOrNull, type Timestamp } from './timestamp.ts'

type Documented = components['schemas']['oauth-app']

/** What an app's documented JSON is made of. */
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

/** An app as REST documents it. */
export function presentOAuthApp(app: OAuthAppData): Documented {
  return {
    client_id: app.clientId,
    name: app.name,
    redirect_uris: app.redirectUris,
    allowed_actor_modes: app.allowedActorModes,
    declared_scopes: app.declaredScopes,
    webhook_url: app.webhookUrl,
    subscribed_webhook_events: app.subscribedWebhookEvents,
    previous_webhook_secret_until: isoTimeOrNull(app.previousWebhookSecretUntil),
    suspended: app.suspendedAt !== null,
    suspended_at: isoTimeOrNull(app.suspendedAt),
    created_at: isoTimestamp(app.createdAt),
    updated_at: isoTimestamp(app.updatedAt),
  }
}

/** A registration or a change under its GraphQL names. */
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

/** The error value for a field of an app that is missing or of a wrong type (RFC 7591 chapter 3.2.2). */
export function metadataError(field: string): 'invalid_redirect_uri' | 'invalid_client_metadata' {
  return field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
}

/** Answers that may carry a secret are kept by nobody on the way. */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
