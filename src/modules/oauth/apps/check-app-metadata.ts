import type { Scope } from '../../../auth/scopes.ts'
import type { ActorMode } from '../../../db/generated/tables.ts'
import { APP_EVENTS, type AppEventName } from '../../../events/catalogue.ts'
import { containing } from '../../../lib/errors.ts'
import { isBlankText, isLongerThan } from '../../../lib/text/characters.ts'
import { plainText } from '../../../lib/text/shown-text.ts'
import { stringProblem } from '../../../lib/text/valid-text.ts'
import { outboundUrlProblem } from '../../../lib/http/outbound-url-problem.ts'
import { oauthFieldError } from '../errors.ts'
import { checkRedirectUris } from './check-redirect-uri.ts'

/** Metadata of an app, set by its owner (operation `registerApp`). */
export type AppMetadata = {
  name: string
  redirectUris: string[]
  allowedActorModes: ActorMode[]
  declaredScopes: Scope[]
  webhookUrl: string | null
  subscribedWebhookEvents: AppEventName[]
}

/**
 * Metadata as sent. Undefined and null fields were not sent, except that a null `webhookUrl` removes the
 * webhook.
 */
export type GivenMetadata = {
  name?: string | null | undefined
  redirectUris?: readonly string[] | null | undefined
  allowedActorModes?: readonly ActorMode[] | null | undefined
  declaredScopes?: readonly Scope[] | null | undefined
  webhookUrl?: string | null | undefined
  subscribedWebhookEvents?: readonly string[] | null | undefined
}

/** Hosts that webhook URLs may use although they are not public. */
export type AllowedHosts = ReadonlySet<string>

const MAX_NAME = 255

/**
 * Validates each field that was sent and returns it, without duplicates in lists. Fields that were not sent
 * are missing from the result.
 * @throws AppError with `invalid_redirect_uri` or `invalid_client_metadata`
 */
export function checkAppMetadata(given: GivenMetadata, allowedHosts: AllowedHosts): Partial<AppMetadata> {
  const { name, redirectUris, allowedActorModes, declaredScopes, webhookUrl, subscribedWebhookEvents } = given
  return {
    ...(name != null && { name: checkName(name) }),
    ...(redirectUris != null && { redirectUris: checkRedirectUris(redirectUris) }),
    ...(allowedActorModes != null && {
      allowedActorModes: atLeastOne('allowedActorModes', allowedActorModes),
    }),
    ...(declaredScopes != null && { declaredScopes: atLeastOne('declaredScopes', declaredScopes) }),
    ...(webhookUrl !== undefined && { webhookUrl: checkWebhookUrl(webhookUrl, allowedHosts) }),
    ...(subscribedWebhookEvents != null && { subscribedWebhookEvents: checkEvents(subscribedWebhookEvents) }),
  }
}

/**
 * Throws if the webhook of an app lacks the declared scope `webhooks:manage` (operation `registerApp`).
 * @throws AppError with `invalid_client_metadata`
 */
export function assertMayHaveWebhook(given: Partial<AppMetadata>, declaredScopes: readonly string[]): void {
  if (declaredScopes.includes('webhooks:manage')) return
  const problem = 'requires webhooks:manage among the declared scopes'
  if (given.webhookUrl != null) throw invalid('webhookUrl', problem)
  if (given.subscribedWebhookEvents?.length) throw invalid('subscribedWebhookEvents', problem)
}

const invalid = (field: string, problem: string, predicate?: string) =>
  oauthFieldError('invalid_client_metadata', field, problem, predicate)

/** Returns a name without spaces at its ends. @throws AppError with `invalid_client_metadata` */
export function checkName(sent: string): string {
  const name = sent.trim().normalize()
  if (isBlankText(name)) throw invalid('name', "can't be blank")
  if (isLongerThan(name, MAX_NAME)) throw invalid('name', `is too long (maximum is ${MAX_NAME} characters)`)
  // People decide by the name, so it must not contain characters that deceive them.
  if (stringProblem(name) || /[\p{Cc}\u2028\u2029]/u.test(name) || plainText(name) !== name)
    throw invalid('name', 'contains characters that cannot be displayed')
  return name
}

/** Returns the items without duplicates. */
function atLeastOne<Item>(field: string, items: readonly Item[]): Item[] {
  if (items.length === 0) throw invalid(field, "can't be blank")
  return [...new Set(items)]
}

function checkWebhookUrl(url: string | null, allowedHosts: AllowedHosts): string | null {
  const problem = url === null ? null : outboundUrlProblem(url, allowedHosts)
  if (problem) throw invalid('webhookUrl', problem)
  return url
}

function checkEvents(events: readonly string[]): AppEventName[] {
  const unknown = events.find((event) => !Object.hasOwn(APP_EVENTS, event))
  if (unknown !== undefined)
    throw invalid(
      'subscribedWebhookEvents',
      'is not included in the list',
      containing(unknown, 'apps cannot subscribe to'),
    )
  return [...new Set(events)] as AppEventName[]
}
