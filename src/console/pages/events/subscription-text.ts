import type { EventType } from './event-types.ts'

/** Filter of events, as the operations take it. */
export type EventFilter = { types?: EventType[]; subjectId?: string; actorId?: string; from?: string }

const literalOf = (filter: EventFilter): string => {
  const { types, subjectId, actorId } = filter
  const parts = [
    types && types.length > 0 && `types: [${types.join(', ')}]`,
    subjectId && `subjectId: ${JSON.stringify(subjectId)}`,
    actorId && `actorId: ${JSON.stringify(actorId)}`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : `filter: { ${parts.join(', ')} }`
}

/**
 * Returns the subscription that follows the events of a filter, after an event if one is given. It has no start
 * time, as it follows what happens from now on.
 */
export function subscriptionText(filter: EventFilter, after: string | undefined): string {
  const parts = [literalOf(filter), after === undefined ? '' : `after: ${JSON.stringify(after)}`]
  const given = parts.filter(Boolean).join(', ')
  return `subscription FollowEvents {
  events${given && `(${given})`} {
    id
    type
    createdAt
    actor {
      kind
      actorId
    }
    changes {
      field
      from
      to
    }
  }
}
`
}
