import { sql } from 'kysely'
import type { Actor } from '../../events/actor.ts'
import { typesOf, type EventType, type Subject } from '../../events/catalogue.ts'
import type { EventFilter } from '../../events/event-filter.ts'
import type { EventRow } from '../../events/event-row.ts'
import { eventsOfPost } from '../posts/event-filters.ts'

/** Conditions on events. Omitted ones do not restrict them. */
export type EventConditions = {
  types?: readonly EventType[] | null | undefined
  subject?: { kind: Subject; id: number } | undefined
  actor?: { kind: Actor['kind']; id: number } | undefined
  /** Earliest time. */
  from?: Date | null | undefined
  /** Time before which the events were recorded. */
  to?: Date | null | undefined
}

/** Returns the filter of the conditions, except the types. */
export function toEventFilter({ subject, actor, from, to }: EventConditions): EventFilter {
  return allOf([
    subject && (subject.kind === 'post' ? eventsOfPost(subject.id) : eventsOfSubject(subject)),
    actor && eventsOfActor(actor),
    from && { only: sql`created_at >= ${from}`, matches: ({ createdAt }: EventRow) => createdAt >= from },
    to && { only: sql`created_at < ${to}`, matches: ({ createdAt }: EventRow) => createdAt < to },
  ])
}

/** Returns a filter of the events that all of the filters select. */
export function allOf(filters: readonly (EventFilter | null | undefined)[]): EventFilter {
  const given = filters.filter((filter) => filter != null)
  const only = given.flatMap((filter) => filter.only ?? [])
  return {
    ...(only.length > 0 && {
      only: sql<boolean>`(${sql.join(
        only.map((condition) => sql`(${condition})`),
        sql` and `,
      )})`,
    }),
    matches: (event) => given.every(({ matches }) => matches(event)),
  }
}

/** Selects the events of one object that is not a post, by the index `event_order_of_object`. */
function eventsOfSubject({ kind, id }: { kind: Subject; id: number }): EventFilter {
  const types = typesOf(kind)
  return {
    only: sql`of_object = ${id} and type = any(${types}::text[])`,
    matches: ({ type, subjectId }) => subjectId === id && types.includes(type),
  }
}

/** Selects the events that an actor caused. Those of a user include what installs did on their behalf. */
function eventsOfActor({ kind, id }: { kind: Actor['kind']; id: number }): EventFilter {
  const onBehalf = kind === 'user' ? sql`or actor_user_id = ${id}` : sql``
  return {
    only: sql`(actor_kind = ${kind} and actor_id = ${id}) ${onBehalf}`,
    matches: ({ actorKind, actorId, actorUserId }) =>
      (actorKind === kind && actorId === id) || (kind === 'user' && actorUserId === id),
  }
}
