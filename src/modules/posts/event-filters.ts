import { sql } from 'kysely'
import { typesOf, type EventType } from '../../events/catalogue.ts'
import type { EventFilter } from '../../events/event-filter.ts'
import type { PostOfSnapshot, PostSnapshot } from './post-snapshot.ts'

/** Types of the events of a post: those about the post, its votes and its comments. */
export const POST_TYPES: readonly EventType[] = typesOf('post', 'vote', 'comment')

/** Selects the events of one post, its votes and its comments, by the index `event_order_of_post`. */
export function eventsOfPost(postId: number): EventFilter {
  return {
    only: sql`of_post = ${postId}`,
    matches: ({ type, postId: id, subjectId }) =>
      id === null ? subjectId === postId && type.startsWith('post_') : id === postId,
  }
}

/**
 * Selects the events of a bucket's posts, among events of `POST_TYPES`. Includes the move of a post out of
 * the bucket.
 */
export function eventsOfBucket(bucketId: number): EventFilter {
  return {
    only: sql`(snapshot->>'bucketId')::int = ${bucketId} or (snapshot->'post'->>'bucketId')::int = ${bucketId}
      or (before->'bucket'->>'id')::int = ${bucketId}`,
    matches: ({ snapshot, before }) =>
      (snapshot as Partial<PostSnapshot>).bucketId === bucketId ||
      (snapshot as { post?: PostOfSnapshot }).post?.bucketId === bucketId ||
      (before as { bucket?: { id: number } } | null)?.bucket?.id === bucketId,
  }
}
