import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { impossible } from '../../lib/errors.ts'

/**
 * Makes `tagIds` the tags of a post, no others. Returns whether that changed anything.
 * @throws AppError UNPROCESSABLE when the organization lacks one of them
 */
export async function setTags(
  tx: Transaction,
  organizationId: number,
  postId: number,
  tagIds: number[],
): Promise<boolean> {
  const wanted = new Set(tagIds)
  if (wanted.size > 0) {
    const found = await tx
      .selectFrom('tags')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where(sql<boolean>`id = any(${[...wanted]}::int[])`)
      .orderBy('id')
      .forKeyShare()
      .execute()
    if (found.length < wanted.size) throw impossible('tagIds', 'contains a tag that does not exist')
  }
  const rows = await tx
    .selectFrom('postTags')
    .select('tagId')
    .where('organizationId', '=', organizationId)
    .where('postId', '=', postId)
    .execute()
  const present = new Set(rows.map(({ tagId }) => tagId))
  const gone = [...present].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !present.has(id))
  if (gone.length > 0) {
    await tx
      .deleteFrom('postTags')
      .where('organizationId', '=', organizationId)
      .where('postId', '=', postId)
      .where(sql<boolean>`tag_id = any(${gone}::int[])`)
      .execute()
  }
  if (added.length > 0)
    await tx
      .insertInto('postTags')
      .values(added.map((tagId) => ({ organizationId, postId, tagId })))
      .execute()
  return gone.length + added.length > 0
}
