import { sql, type RawBuilder } from 'kysely'
import { EVENT_TYPES, subjectOf, type EventType } from '../../events/catalogue.ts'
import type { EventRow } from '../../events/event-row.ts'
import type { PostSnapshot } from '../posts/event-fields.ts'

/** A condition on events in two forms: SQL for the log, and a predicate for live events. */
export type EventFilter = { only?: RawBuilder<boolean>; matches(event: EventRow): boolean }

/** Event types whose subject is a post. */
export const POST_TYPES: readonly EventType[] = EVENT_TYPES.filter((type) => subjectOf(type) === 'post')

/** Selects the events of one post, among events about posts. */
export function eventsOfPost(postId: number): EventFilter {
  return { only: sql`subject_id = ${postId}`, matches: ({ subjectId }) => subjectId === postId }
}

/**
 * Selects the events of a bucket's posts, among events about posts. Includes the move of a post out of the
 * bucket.
 */
export function eventsOfBucket(bucketId: number): EventFilter {
  return {
    only: sql`((snapshot->>'bucketId')::int = ${bucketId} or (before->'bucket'->>'id')::int = ${bucketId})`,
    matches: ({ snapshot, before }) =>
      (snapshot as PostSnapshot).bucketId === bucketId ||
      (before as { bucket?: { id: number } } | null)?.bucket?.id === bucketId,
  }
}

/** Selects all events, except notices of webhooks that do not belong to the install. */
export function eventsOfInstall(installId: number): EventFilter {
  return {
    only: sql`(type not like 'webhook%' or (snapshot->>'installId')::int = ${installId})`,
    matches: ({ type, snapshot }) =>
      subjectOf(type) !== 'webhook' || (snapshot as { installId: number | null }).installId === installId,
  }
}
