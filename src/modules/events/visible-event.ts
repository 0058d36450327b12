import { hasTeamView } from '../../auth/caller.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import type { EventNode } from './event-node.ts'
import { findEvent, findWholeEvent } from './find-event.ts'
import { assertEventType, canSeeEvent } from './policy.ts'
import { stillVisible } from './still-visible.ts'

/**
 * Returns the event with an id, or null if none is visible to the caller.
 * @throws AppError MISSING_SCOPE or FORBIDDEN for a type that the caller cannot read
 */
export async function findVisibleEvent(context: LoaderContext, id: string): Promise<EventNode | null> {
  const { caller, db, organizationId } = context
  const find = hasTeamView(caller) ? findEvent : findWholeEvent
  const event = await find(db, organizationId, id)
  if (!event || !canSeeEvent(caller, event)) return null
  assertEventType(caller, event.type)
  const [visible] = await stillVisible(context, [event])
  return visible ?? null
}
