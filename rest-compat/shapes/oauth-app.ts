import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { fieldErrors, type AppError } from '../../src/lib/errors.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { toEventTypes } from './event-types.ts'
import { presentAppEvents } from './webhook.ts'
import { lowerCase } from './lower-case.ts'
import { upperCase } from './upper-case.ts'
import { scopeNames, toScopes, unknownScope, type Scope } from './scope.ts'
import { isoTimestamp, isoTimestampOrNull } from '../../src/lib/graphql-client/timestamp.ts'

type Documented = components['schemas']['OAuthApp']

/** GraphQL fields of an app for its documented JSON. */
export const OAUTH_APP = graphql(/* GraphQL */ `
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
`)

/** Converts an app to its documented JSON. */
export function presentOAuthApp(app: ResultOf<typeof OAUTH_APP>): Documented {
  return {
    client_id: app.clientId,
    name: app.name,
    redirect_uris: app.redirectUris,
    allowed_actor_modes: app.allowedActorModes.map(lowerCase),
    declared_scopes: scopeNames(app.declaredScopes),
    webhook_url: app.webhookUrl,
    subscribed_webhook_events: presentAppEvents(app.subscribedWebhookEvents),
    previous_webhook_secret_until: isoTimestampOrNull(app.previousWebhookSecretUntil),
    suspended: app.suspendedAt !== null,
    suspended_at: isoTimestampOrNull(app.suspendedAt),
    created_at: isoTimestamp(app.createdAt),
    updated_at: isoTimestamp(app.updatedAt),
  }
}

type Registration = components['schemas']['OAuthAppRegistration']
type ListOf<Given, Item> = Given extends undefined ? undefined : Item[]
type AppInput<Fields extends Partial<Registration>> = {
  name: Fields['name']
  redirectUris: Fields['redirect_uris']
  allowedActorModes: ListOf<Fields['allowed_actor_modes'], 'APP' | 'SELF'>
  declaredScopes: ListOf<Fields['declared_scopes'], Scope>
  webhookUrl: Fields['webhook_url']
  subscribedWebhookEvents: ListOf<
    Fields['subscribed_webhook_events'],
    Uppercase<components['schemas']['EventName']>
  >
}

/**
 * Converts the fields of a registration or an update to GraphQL input. Scopes of which one is unknown become an
 * empty list, which the operation refuses after it has checked the fields before it. `REGISTRATION_ERRORS`
 * converts that error.
 */
export function oauthAppInput(input: Registration): AppInput<Registration>
export function oauthAppInput(input: Partial<Registration>): AppInput<Partial<Registration>>
export function oauthAppInput(input: Partial<Registration>): AppInput<Partial<Registration>> {
  const { declared_scopes: scopes } = input
  return {
    name: input.name,
    redirectUris: input.redirect_uris,
    allowedActorModes: input.allowed_actor_modes?.map(upperCase),
    declaredScopes: scopes && (toScopes(scopes) ?? []),
    webhookUrl: input.webhook_url,
    subscribedWebhookEvents: input.subscribed_webhook_events && toEventTypes(input.subscribed_webhook_events),
  }
}

/** Converts an error of a registration or an update to that of contract 5. */
function registrationError(error: AppError, { declared_scopes: scopes }: Partial<Registration>): AppError {
  const isOfScopes = error.fields?.declaredScopes !== undefined
  return isOfScopes && scopes && !toScopes(scopes) ? unknownScope(scopes) : unknownClient(error)
}

/** Converts NOT_FOUND to the error for an unknown client id: 400 `invalid_client` (contract 5). */
export function unknownClient(error: AppError): AppError {
  if (error.code !== 'NOT_FOUND') return error
  const details = { oauth: 'invalid_client' }
  return fieldErrors('INVALID_PARAM', { clientId: ['is unknown'] }, { details })
}

/** Returns the error value for a missing or invalid field of an app (RFC 7591 section 3.2.2). */
function metadataError(field: string): 'invalid_redirect_uri' | 'invalid_client_metadata' {
  return field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
}

/** How a registration and an update convert their errors. */
export const REGISTRATION_ERRORS = { toError: registrationError, fieldError: metadataError }
