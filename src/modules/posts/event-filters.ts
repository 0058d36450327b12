import { sql } from 'kysely'
import { typesOf, type EventType } from '../../events/catalogue.ts'
import type { EventFilter } from '../../events/event-filter.ts'
import type { PostSnapshot } from './post-snapshot.ts'

/** Event types whose subject is a post. */
export const POST_TYPES: readonly EventType[] = typesOf('post')

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
