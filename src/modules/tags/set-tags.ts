import { sql, type Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Tag } from '../../db/generated/tables.ts'
import { unprocessable } from '../../lib/errors.ts'

/**
 * Replaces the tags of a post with `tagIds`. Returns the tags before and after, sorted by name, or null if
 * nothing changes.
 * @throws AppError UNPROCESSABLE for an unknown tag
 */
export async function setTags(
  tx: Transaction,
  organizationId: number,
  postId: number,
  tagIds: number[],
): Promise<{ before: Selectable<Tag>[]; after: Selectable<Tag>[] } | null> {
  const wanted = new Set(tagIds)
  const after = await lockTags(tx, organizationId, [...wanted])
  const before = await tagsOfPost(tx, organizationId, postId)
  const present = new Set(before.map(({ id }) => id))
  const gone = [...present].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !present.has(id))
  if (gone.length > 0)
    await tx
      .deleteFrom('postTags')
      .where('organizationId', '=', organizationId)
      .where('postId', '=', postId)
      .where(sql<boolean>`tag_id = any(${gone}::int[])`)
      .execute()
  if (added.length > 0)
    await tx
      .insertInto('postTags')
      .values(added.map((tagId) => ({ organizationId, postId, tagId })))
      .execute()
  return gone.length + added.length > 0 ? { before, after } : null
}

/** Reads tags and locks them against deletion. @throws AppError UNPROCESSABLE for an unknown tag */
async function lockTags(tx: Transaction, organizationId: number, ids: number[]): Promise<Selectable<Tag>[]> {
  if (ids.length === 0) return []
  const tags = await tx
    .selectFrom('tags')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('name')
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (tags.length < ids.length) throw unprocessable('tagIds', 'contains a tag that does not exist')
  return tags
}

const tagsOfPost = (tx: Transaction, organizationId: number, postId: number): Promise<Selectable<Tag>[]> =>
  tx
    .selectFrom('postTags')
    .innerJoin('tags', (join) =>
      join
        .onRef('tags.organizationId', '=', 'postTags.organizationId')
        .onRef('tags.id', '=', 'postTags.tagId'),
    )
    .selectAll('tags')
    .where('postTags.organizationId', '=', organizationId)
    .where('postTags.postId', '=', postId)
    .orderBy('tags.name')
    .orderBy('tags.id')
    .execute()
