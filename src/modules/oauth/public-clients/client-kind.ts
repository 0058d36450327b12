import type { OAuthAppKind } from '../../../db/generated/tables.ts'

/** Prefix of client ids of dynamic registration. */
export const DYNAMIC_PREFIX = 'fodyn_'

/** Returns the kind of a client id by its form (contract 5.10). */
export function kindOf(clientId: string): OAuthAppKind {
  if (clientId.startsWith(DYNAMIC_PREFIX)) return 'dynamic'
  return clientId.startsWith('https://') ? 'metadata' : 'registered'
}
