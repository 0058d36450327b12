import type { PostSnapshot } from './post-snapshot.ts'

/**
 * Returns the fields of a post whose changes are recorded, in the names and formats of the documented body
 * (contract 6).
 */
export function postEventFields(post: PostSnapshot) {
  const { bucket, status, tags } = post
  return {
    title: post.title,
    description: post.description,
    description_html: post.descriptionHtml,
    status: { label: status.name, value: status.slug },
    approval_status: post.approvalStatus,
    hidden: post.hidden,
    pinned: post.pinned,
    bucket: { id: bucket.id, slug: bucket.slug, display_name: bucket.name },
    tags: tags.map(({ id, name, color }) => ({ id, name, color })),
    merged_into_id: post.mergedIntoId,
  }
}
