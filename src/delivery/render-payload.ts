import type { GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../auth/caller.ts'
import { eventIdOf } from '../events/cursor.ts'
import { createContext, type Context, type Services } from '../graphql/context.ts'
import { renderBody } from '../graphql/execution/render-body.ts'
import { asOrganization } from '../modules/webhooks/webhook-owner.ts'
import type { DueDelivery } from './due-deliveries.ts'
import type { WebhookSettings } from './settings.ts'

/** The body that a delivery sends. Rejects with what the document's execution was refused for. */
export type RenderPayload = (delivery: DueDelivery, webhook: WebhookSettings) => Promise<string>

/** How much text of finished bodies is kept for the other webhooks of an event. */
const MAX_CHARACTERS = 32_000_000

/**
 * Makes bodies: what was sent before is sent again, byte for byte. A webhook's own document runs as its owner; the
 * shipped ones run as the organization and are made once for all webhooks that an event goes to.
 */
export function createPayloadRenderer(schema: GraphQLSchema, services: Services): RenderPayload {
  const making = new Map<string, Promise<string>>()
  const made = new LRUCache<string, string>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (body) => body.length + 1,
  })
  const contextOf = contexts(services)
  return async ({ body, event, organizationId }, { document, owner }) => {
    if (document !== null) {
      // What was sent before is sent again, unless its owner may no longer read it.
      const rendered = await renderBody(schema, document, event, contextOf(owner))
      return body ?? rendered
    }
    if (body !== null) return body
    // Where commits were lost, another event may come to the same place, at another time.
    const key = `${organizationId} ${eventIdOf(event)} ${event.createdAt.getTime()}`
    const known = made.get(key) ?? making.get(key)
    if (known !== undefined) return known
    const organization = asOrganization(organizationId, owner.portalUrl)
    const promise = renderBody(schema, null, event, contextOf(organization))
    making.set(key, promise)
    try {
      const text = await promise
      made.set(key, text)
      return text
    } finally {
      making.delete(key)
    }
  }
}

/** One context for all that runs for the same caller at the same moment, so that their rows are loaded together. */
function contexts(services: Services): (caller: Caller) => Context {
  const present = new Map<string, Context>()
  return (caller) => {
    const key = JSON.stringify([caller, [...(caller.scopes ?? [])]])
    const known = present.get(key)
    if (known) return known
    const context = createContext(services, caller, {
      requestId: 'delivery',
      address: '',
      // Each body has a bound of its own.
      maxCharacters: Infinity,
    })
    if (present.size === 0) setImmediate(() => present.clear())
    present.set(key, context)
    return context
  }
}
