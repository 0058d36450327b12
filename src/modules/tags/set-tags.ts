import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Tag } from '../../db/rows.ts'
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
): Promise<{ before: Tag[]; after: Tag[] } | null> {
  const wanted = new Set(tagIds)
  const { before, after } = await lockTags(tx, organizationId, postId, [...wanted])
  const present = new Set(before.map(({ id }) => id))
  const gone = [...present].filter((id) => !wanted.has(id))
  const added = [...wanted].filter((id) => !present.has(id))
  if (gone.length + added.length === 0) return null
  await sql`
    with gone as (
      delete from post_tags
      where organization_id = ${organizationId} and post_id = ${postId} and tag_id = any(${gone}::int[]))
    insert into post_tags (organization_id, post_id, tag_id)
    select ${organizationId}, ${postId}, unnest(${added}::int[])`.execute(tx)
  return { before, after }
}

type TagRow = Tag & { before: boolean }

/**
 * Reads the tags of a post and the tags with `ids`, and locks all of them against deletion.
 * @throws AppError UNPROCESSABLE for an unknown tag
 */
async function lockTags(tx: Transaction, organizationId: number, postId: number, ids: number[]) {
  const { rows } = await sql<TagRow>`
    select tags.*, tagged.tag_id is not null as before
    from (
      select unnest(${ids}::int[]) as id
      union select tag_id from post_tags where organization_id = ${organizationId} and post_id = ${postId}) as either
    join tags on tags.organization_id = ${organizationId} and tags.id = either.id
    left join post_tags tagged
      on tagged.organization_id = ${organizationId} and tagged.post_id = ${postId} and tagged.tag_id = tags.id
    order by tags.name, tags.id for key share of tags`.execute(tx)
  const tags = rows.map(({ before: isBefore, ...tag }) => ({ tag, isBefore, isAfter: ids.includes(tag.id) }))
  const after = tags.flatMap(({ tag, isAfter }) => (isAfter ? tag : []))
  if (after.length < ids.length) throw unprocessable('tagIds', 'contains a tag that does not exist')
  return { before: tags.flatMap(({ tag, isBefore }) => (isBefore ? tag : [])), after }
}
