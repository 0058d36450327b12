import type { Transaction } from '../../db/database.ts'
import { richText } from '../../lib/rich-text/rich-text.ts'
import { nextSlug, slugify } from '../../lib/text/slug.ts'
import { recountPosts } from '../../modules/posts/merging/recount-posts.ts'
import { buckets } from './content.ts'
import { reserveIds } from '../../db/writes/reserve-ids.ts'
import { idByKey, type DemoBase } from './create-base.ts'
import type { PlannedComment, PlannedPost } from './plan-posts.ts'

type NumberedPost = PlannedPost & { postId: number }

/**
 * Stores the posts with tags, votes, subscribers, comments and counts. Returns the ids of posts with a key.
 */
export async function addPosts(
  tx: Transaction,
  { organization: { id: organizationId }, ...base }: DemoBase,
  people: Map<string, number>,
  posts: PlannedPost[],
): Promise<Map<string, number>> {
  const ids = await reserveIds(tx, 'posts', posts.length)
  const withIds = posts.map((post, index) => ({ ...post, postId: ids[index] as number }))
  const rows = rowsOf(withIds, base, people).map((row) => ({ organizationId, ...row }))
  await tx.insertInto('posts').values(rows).execute()
  const tags = withIds.flatMap(({ content, postId }) =>
    content.tags.map((tag) => ({ organizationId, postId, tagId: idByKey(base.tags, tag) })),
  )
  await tx.insertInto('postTags').values(tags).execute()
  const votes = withIds.flatMap(({ postId, votes: planned }) =>
    planned.map(({ by, direction, at: createdAt }) => {
      return { organizationId, postId, userId: idByKey(people, by), direction, createdAt }
    }),
  )
  await tx.insertInto('votes').values(votes).execute()
  const subscribers = rows.map(({ id: postId, submitterId: userId, createdAt }) => {
    return { organizationId, postId, userId, createdAt }
  })
  await tx.insertInto('postSubscribers').values(subscribers).execute()
  await addComments(tx, organizationId, people, withIds)
  await recountPosts(tx, organizationId, ids)
  return new Map(withIds.flatMap(({ content, postId }) => (content.key ? [[content.key, postId]] : [])))
}

/** Returns the rows of the posts, with slugs that differ. */
function rowsOf(
  posts: NumberedPost[],
  ids: Pick<DemoBase, 'buckets' | 'statuses'>,
  people: Map<string, number>,
) {
  const slugs = new Set<string>()
  return posts.map(({ content, bucket, at, updatedAt, postId }) => {
    const slug = nextSlug(slugify(content.title), slugs)
    slugs.add(slug)
    const { html, text, preview } = richText('description', content.html)
    return {
      id: postId,
      slug,
      title: content.title,
      descriptionHtml: html,
      description: text,
      preview,
      bucketId: idByKey(ids.buckets, bucket),
      statusId: idByKey(ids.statuses, content.status),
      submitterId: idByKey(people, content.by),
      approvalStatus: content.pending ? ('pending' as const) : ('approved' as const),
      private: buckets.some(({ slug: key, private: isPrivate }) => key === bucket && isPrivate),
      hidden: content.hidden ?? false,
      pinned: content.pinned ?? false,
      createdAt: at,
      updatedAt,
    }
  })
}

async function addComments(
  tx: Transaction,
  organizationId: number,
  people: Map<string, number>,
  posts: NumberedPost[],
): Promise<void> {
  const all = posts
    .flatMap(({ postId, comments }) => comments.map((comment) => ({ postId, comment })))
    .sort((a, b) => a.comment.at.getTime() - b.comment.at.getTime())
  const reserved = await reserveIds(tx, 'comments', all.length)
  const ids = new Map<PlannedComment, number>(
    all.map(({ comment }, index) => [comment, reserved[index] as number]),
  )
  const rows = all.map(({ postId, comment }) => {
    const { content, at, parent } = comment
    const { html, text } = richText('body', content.html)
    return {
      organizationId,
      id: ids.get(comment),
      postId,
      parentId: parent ? (ids.get(parent) ?? null) : null,
      authorId: idByKey(people, content.by),
      bodyHtml: html,
      body: text,
      internal: content.internal ?? false,
      pinned: content.pinned ?? false,
      approvalStatus: content.pending ? ('pending' as const) : ('approved' as const),
      createdAt: at,
      updatedAt: at,
    }
  })
  await tx.insertInto('comments').values(rows).execute()
}
