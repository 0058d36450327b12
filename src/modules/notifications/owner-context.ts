import { viewerOf } from '../../auth/caller.ts'
import { actorOf } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { forbidden } from '../../lib/errors.ts'

/** Returns the signed-in person whose notifications a caller reads. @throws AppError FORBIDDEN without a person */
export function readerOf(context: Context) {
  const { caller, organizationId } = context
  if (!caller.authenticated) throw forbidden('This needs a person')
  return { organizationId, userId: actorOf(context), viewer: viewerOf(caller) }
}
