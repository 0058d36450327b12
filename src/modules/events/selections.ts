import { sql, type RawBuilder } from 'kysely'
import { EVENT_TYPES, subjectOf, type EventType } from '../../events/catalogue.ts'
import type { EventRow } from '../../events/event-row.ts'
import type { PostSnapshot } from '../posts/event-fields.ts'

/** A condition on events, said twice: in SQL for what the log has, and for each event that is to come. */
export type EventFilter = { only?: RawBuilder<boolean>; matches(event: EventRow): boolean }

/** The types of the events that are about posts. */
export const POST_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => subjectOf(type) === 'post')

/** Of events about posts, those of one post. */
export function eventsOfPost(postId: number): EventFilter {
  return { only: sql`subject_id = ${postId}`, matches: ({ subjectId }) => subjectId === postId }
}

/** Of events about posts, those of the posts on a board, the move that takes one away from it included. */
export function eventsOfBucket(bucketId: number): EventFilter {
  return {
    only: sql`((snapshot->>'bucketId')::int = ${bucketId} or (before->'bucket'->>'id')::int = ${bucketId})`,
    matches: ({ snapshot, before }) =>
      (snapshot as PostSnapshot).bucketId === bucketId ||
      (before as { bucket?: { id: number } } | null)?.bucket?.id === bucketId,
  }
}

/** All events, but of the notices of webhooks only those of one install's. */
export function eventsOfInstall(installId: number): EventFilter {
  return {
    only: sql`(type not like 'webhook%' or (snapshot->>'installId')::int = ${installId})`,
    matches: ({ type, snapshot }) =>
      subjectOf(type) !== 'webhook' || (snapshot as { installId: number | null }).installId === installId,
  }
}
