import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'

/**
 * Returns the events that an install grants, without duplicates. By default these are all events that the app
 * subscribes to (contract 6).
 * @throws AppError with `invalid_request` for an event that the app does not subscribe to
 */
export function resolveWebhookEvents(
  { subscribedWebhookEvents }: Pick<AppRow, 'subscribedWebhookEvents'>,
  granted: readonly string[] | null | undefined,
): string[] {
  if (granted == null) return subscribedWebhookEvents
  const foreign = granted.find((event) => !subscribedWebhookEvents.includes(event))
  if (foreign !== undefined)
    throw oauthError('invalid_request', `The app does not subscribe to the event ${foreign}`)
  return [...new Set(granted)]
}
