import type { Post } from '../../db/rows.ts'
import type { PostSnapshot } from './post-snapshot.ts'

/**
 * Returns the fields of a post whose changes are recorded, in the names and formats of the documented body
 * (contract 6).
 */
export function postEventFields(post: PostSnapshot) {
  const { bucket, status, tags } = post
  return {
    ...ownEventFields(post),
    status: { label: status.name, value: status.slug },
    bucket: { id: bucket.id, slug: bucket.slug, display_name: bucket.name },
    tags: tags.map(({ id, name, color }) => ({ id, name, color })),
  }
}

/** Returns those of `postEventFields` that the row itself contains. */
export const ownEventFields = (post: Post) => ({
  title: post.title,
  description: post.description,
  description_html: post.descriptionHtml,
  approval_status: post.approvalStatus,
  hidden: post.hidden,
  pinned: post.pinned,
  merged_into_id: post.mergedIntoId,
})
