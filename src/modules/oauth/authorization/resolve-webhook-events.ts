import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'

/**
 * The events that an install may be told of: those granted, each once; all that the app subscribes to when the
 * consent does not say (specification 6.2).
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
