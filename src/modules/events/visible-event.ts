import type { EventNode } from './event-node.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { notFound } from '../../lib/errors.ts'
import { findEvent } from './find-event.ts'
import { assertEventType, canSeeEvent } from './policy.ts'

/**
 * Returns the event with an id.
 * @throws AppError NOT_FOUND when none is visible to the caller, MISSING_SCOPE or FORBIDDEN for a type that
 * is not readable
 */
export async function visibleEvent(context: LoaderContext, id: string): Promise<EventNode> {
  const { caller, db, organizationId } = context
  const event = await findEvent(db, organizationId, id)
  if (!event || !canSeeEvent(caller, event)) throw notFound('Event')
  assertEventType(caller, event.type)
  return event
}
