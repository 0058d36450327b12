import { forbidden } from '../lib/errors.ts'
import type { Context } from './context.ts'

/**
 * The person that a write is attributed to.
 * @throws AppError FORBIDDEN when the team has blocked them
 */
export function actorOf({ caller }: Pick<Context, 'caller'>): number {
  if (caller.actorId === null) throw forbidden('This needs a person to act for')
  if (caller.blocked) throw forbidden('You have been blocked by the team')
  return caller.actorId
}
