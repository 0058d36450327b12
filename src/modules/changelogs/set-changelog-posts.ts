import type { Transaction } from '../../db/database.ts'
import { unprocessable } from '../../lib/errors.ts'

const MAX_POSTS = 500

/**
 * Replaces the posts that an entry refers to with `postIds`, in this order and without duplicates. Returns
 * the ids before and after, in order, or null if nothing changes.
 * @throws AppError UNPROCESSABLE on `postIds` for an unknown post, or for more than 500
 */
export async function setChangelogPosts(
  tx: Transaction,
  organizationId: number,
  changelogId: number,
  postIds: number[],
): Promise<{ before: number[]; after: number[] } | null> {
  const wanted = [...new Set(postIds)]
  if (wanted.length > MAX_POSTS) throw unprocessable('postIds', `must contain at most ${MAX_POSTS} posts`)
  const present = await tx
    .selectFrom('changelogPosts')
    .select('postId')
    .where('organizationId', '=', organizationId)
    .where('changelogId', '=', changelogId)
    .orderBy('position')
    .orderBy('postId')
    .execute()
  const before = present.map(({ postId }) => postId)
  if (before.join() === wanted.join()) return null
  if (wanted.length > 0) {
    const found = await tx
      .selectFrom('posts')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('id', 'in', wanted)
      .forKeyShare()
      .execute()
    if (found.length < wanted.length) throw unprocessable('postIds', 'contains a post that does not exist')
  }
  await tx
    .deleteFrom('changelogPosts')
    .where('organizationId', '=', organizationId)
    .where('changelogId', '=', changelogId)
    .execute()
  const rows = wanted.map((postId, position) => ({ organizationId, changelogId, postId, position }))
  if (rows.length > 0) await tx.insertInto('changelogPosts').values(rows).execute()
  return { before, after: wanted }
}
