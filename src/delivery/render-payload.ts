import type { GraphQLSchema } from 'graphql'
import type { Caller } from '../auth/caller.ts'
import { eventIdOf } from '../events/cursor.ts'
import { createContext, type Context, type Services } from '../graphql/context.ts'
import { renderBody } from '../graphql/execution/render-body.ts'
import { promiseCache } from '../lib/concurrency/promise-cache.ts'
import { asOrganization } from '../modules/webhooks/webhook-owner.ts'
import type { DueDelivery } from './due-deliveries.ts'
import type { WebhookSettings } from './settings.ts'

/** Returns the body of a delivery. Rejects with the error of the document's execution. */
export type RenderPayload = (delivery: DueDelivery, webhook: WebhookSettings) => Promise<string>

/** Maximum number of characters of cached bodies, which other webhooks of the event share. */
const MAX_CHARACTERS = 32_000_000

/**
 * Creates the renderer of bodies. Retries send the same bytes again. A webhook's document runs as its owner.
 * The built-in ones run as the organization, once per event for all webhooks.
 */
export function createPayloadRenderer(schema: GraphQLSchema, services: Services): RenderPayload {
  const bodies = promiseCache<string>({ maxSize: MAX_CHARACTERS, sizeOf: ({ length }) => length + 1 })
  const contextOf = contexts(services)
  return async ({ body, event, organizationId }, { document, owner }) => {
    if (document !== null) {
      // Retries send the same bytes, unless the owner may no longer read the data.
      const shared = JSON.stringify([owner, [...(owner.scopes ?? [])]])
      const rendered = await renderBody(schema, document, event, contextOf(shared, owner))
      return body ?? rendered
    }
    if (body !== null) return body
    // After a loss of commits, another event may have the same id at another time.
    const key = `${organizationId} ${eventIdOf(event)} ${event.createdAt.getTime()}`
    return bodies.fetch(key, () => {
      const shared = `${organizationId} ${JSON.stringify(owner.portal)}`
      return renderBody(schema, null, event, contextOf(shared, asOrganization(organizationId, owner.portal)))
    })
  }
}

/** Shares one context per key of equal callers among concurrent bodies, so that their rows are loaded together. */
function contexts(services: Services): (key: string, caller: Caller) => Context {
  const cache = new Map<string, Context>()
  return (key, caller) => {
    const existing = cache.get(key)
    if (existing) return existing
    const context = createContext(services, caller, {
      requestId: 'delivery',
      address: '',
      // Each body has its own limit.
      maxCharacters: Infinity,
    })
    if (cache.size === 0) setImmediate(() => cache.clear())
    cache.set(key, context)
    return context
  }
}
