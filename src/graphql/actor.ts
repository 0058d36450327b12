import type { Caller } from '../auth/caller.ts'
import type { Actor } from '../events/actor.ts'
import { forbidden } from '../lib/errors.ts'
import type { Context } from './context.ts'

/**
 * Returns the user to whom a write is attributed.
 * @throws AppError FORBIDDEN when the team has blocked the user
 */
export function actorOf({ caller }: Pick<Context, 'caller'>): number {
  if (caller.actorId === null) throw forbidden('This requires a user')
  if (caller.blocked) throw forbidden('You have been blocked by the team')
  return caller.actorId
}

/**
 * Returns the actor of a caller's changes. An API key acts itself if no user is authenticated beside it.
 * @throws Error for a caller without a credential, who can change nothing
 */
export function toActor({ install, apiKeyId, actorId }: Caller): Actor {
  if (install) return { kind: 'install', id: install.id, userId: actorId }
  if (apiKeyId !== null) return { kind: 'api_key', id: apiKeyId }
  if (actorId === null) throw new Error('The caller has no actor')
  return { kind: 'user', id: actorId }
}
