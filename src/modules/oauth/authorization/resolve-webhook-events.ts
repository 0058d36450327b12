import { containing } from '../../../lib/errors.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthParameterError } from '../errors.ts'

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
    throw oauthParameterError(
      'invalid_request',
      'webhookEvents',
      containing(foreign, 'the app does not subscribe to'),
    )
  return [...new Set(granted)]
}
