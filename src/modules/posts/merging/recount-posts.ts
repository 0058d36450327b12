import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { PostCounts } from '../post-snapshot.ts'

/**
 * Recomputes the counts of posts: votes by direction with the imported ones, and approved comments that are neither
 * internal nor deleted. Returns the new counts.
 */
export async function recountPosts(
  tx: Transaction,
  organizationId: number,
  ids: number[],
): Promise<PostCounts[]> {
  const { rows } = await sql<PostCounts>`
    update posts p set
      votes_count = imported_votes + (select count(*) from votes v
        where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'up'),
      downvotes_count = imported_downvotes + (select count(*) from votes v
        where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'down'),
      comments_count = (select count(*) from comments c
        where c.organization_id = p.organization_id and c.post_id = p.id
          and not c.internal and c.approval_status = 'approved' and c.deleted_at is null)
    where p.organization_id = ${organizationId} and p.id = any(${ids}::int[])
    returning p.id, p.votes_count, p.downvotes_count, p.comments_count`.execute(tx)
  return rows
}

/** Returns the counts of one post. @throws Error unless they are among `counts` */
export function countsOf(counts: PostCounts[], id: number): PostCounts {
  const found = counts.find((post) => post.id === id)
  if (!found) throw new Error('The post was not counted')
  return found
}
