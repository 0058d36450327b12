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
