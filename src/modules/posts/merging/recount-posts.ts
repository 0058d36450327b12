import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { PostCounts } from '../post-snapshot.ts'

/**
 * Recomputes the counts of posts that the transaction has locked: votes by direction with the imported ones, and
 * approved comments that are neither internal nor deleted. Returns the counts of all, and writes those that have
 * changed. Both parts name the ids, because without statistics a join alone compares each with all posts of the
 * organization.
 */
export async function recountPosts(
  tx: Transaction,
  organizationId: number,
  ids: number[],
): Promise<PostCounts[]> {
  const { rows } = await sql<PostCounts>`
    with counted as materialized (
      select p.id,
        (p.imported_votes + (select count(*) from votes v
          where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'up'))::int as votes_count,
        (p.imported_downvotes + (select count(*) from votes v
          where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'down'))::int as downvotes_count,
        (select count(*) from comments c
          where c.organization_id = p.organization_id and c.post_id = p.id
            and not c.internal and c.approval_status = 'approved' and c.deleted_at is null)::int as comments_count
      from posts p where p.organization_id = ${organizationId} and p.id = any(${ids}::int[])),
    changed as (
      update posts p set
        votes_count = c.votes_count, downvotes_count = c.downvotes_count, comments_count = c.comments_count
      from counted c where p.organization_id = ${organizationId} and p.id = any(${ids}::int[]) and p.id = c.id
        and (p.votes_count, p.downvotes_count, p.comments_count)
          is distinct from (c.votes_count, c.downvotes_count, c.comments_count))
    select id, votes_count, downvotes_count, comments_count from counted`.execute(tx)
  return rows
}

/** Returns the counts of one post. @throws Error unless they are among `counts` */
export function countsOf(counts: PostCounts[], id: number): PostCounts {
  const found = counts.find((post) => post.id === id)
  if (!found) throw new Error('The post was not counted')
  return found
}
