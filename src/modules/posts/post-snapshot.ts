import type { Bucket, Post, Status, Tag } from '../../db/rows.ts'

/** A post with everything that its events contain. */
export type PostSnapshot = Post & { bucket: Bucket; status: Status; tags: Tag[] }

/** Counts of a post right after a change. */
export type PostCounts = Pick<Post, 'id' | 'votesCount' | 'downvotesCount' | 'commentsCount'>

/** A post whose merge begins or ends, with the counts of the other post. */
export type MergeSnapshot = PostSnapshot & { mergeParent: PostCounts }

/**
 * A post as the snapshots of its votes and comments contain it: what identifies it, and what decides who may
 * see it.
 */
export type PostOfSnapshot = Pick<
  Post,
  'id' | 'slug' | 'title' | 'bucketId' | 'submitterId' | 'approvalStatus' | 'private' | 'hidden'
>

/** Returns a post as the snapshots of its votes and comments contain it. */
export const toPostOfSnapshot = (post: PostOfSnapshot): PostOfSnapshot => ({
  id: post.id,
  slug: post.slug,
  title: post.title,
  bucketId: post.bucketId,
  submitterId: post.submitterId,
  approvalStatus: post.approvalStatus,
  private: post.private,
  hidden: post.hidden,
})

/**
 * Converts the snapshot of an event to the post as it was right after the change, with its bucket, status and
 * tags (contract 6). The submitter is not part of the snapshot and is read later, so that the log does not
 * retain deleted people. Also converts rows selected with `postRelations`.
 */
export function toPostRow(snapshot: object): PostSnapshot {
  const post = snapshot as PostSnapshot
  return {
    ...revived(post),
    bucket: revived(post.bucket),
    status: revived(post.status),
    tags: post.tags.map(revived),
  }
}

/** Returns a row with its dates parsed, which may be strings. */
export function revived<Row extends { createdAt?: unknown; updatedAt?: unknown }>(row: Row): Row {
  const copy = { ...row }
  if (copy.createdAt !== undefined) copy.createdAt = new Date(copy.createdAt as string)
  if (copy.updatedAt !== undefined) copy.updatedAt = new Date(copy.updatedAt as string)
  return copy
}
