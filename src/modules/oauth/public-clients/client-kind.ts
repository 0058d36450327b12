import { sql } from 'kysely'
import type { OAuthAppKind } from '../../../db/generated/tables.ts'

/** Prefix of client ids of dynamic registration. */
export const DYNAMIC_PREFIX = 'fodyn_'

/** SQL conditions of the kind of an app. Without parameters, so that plans use the partial indexes. */
export const IS_REGISTERED = sql<boolean>`kind = 'registered'`
export const IS_PUBLIC = sql<boolean>`kind <> 'registered'`

/** Returns the kind of a client id by its form (contract 5.10). */
export function kindOf(clientId: string): OAuthAppKind {
  if (clientId.startsWith(DYNAMIC_PREFIX)) return 'dynamic'
  return clientId.startsWith('https://') ? 'metadata' : 'registered'
}
