import { AGENT_SCOPES, type Scope } from '../../../auth/scopes.ts'
import type { ActorMode, OAuthAppKind } from '../../../db/generated/tables.ts'

/** Claims of a public client about itself. */
export type ClientClaims = { name: string; redirectUris: string[] }

/**
 * A public client as it asks for consent (contract 5.10). It has no row before a consent, and then is an app of that
 * organization.
 */
export type PublicClient = ClientClaims & {
  kind: Exclude<OAuthAppKind, 'registered'>
  clientId: string
  organizationId: null
  id: null
  allowedActorModes: ActorMode[]
  declaredScopes: Scope[]
  webhookUrl: null
  subscribedWebhookEvents: string[]
}

/** Returns a public client with its claims. All of them may have the same scopes and actor modes. */
export function publicClient(
  kind: PublicClient['kind'],
  clientId: string,
  claims: ClientClaims,
): PublicClient {
  return {
    kind,
    clientId,
    ...claims,
    organizationId: null,
    id: null,
    allowedActorModes: ['self', 'app'],
    declaredScopes: AGENT_SCOPES,
    webhookUrl: null,
    subscribedWebhookEvents: [],
  }
}
