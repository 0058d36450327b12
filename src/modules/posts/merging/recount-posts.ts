import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'

/**
 * Recomputes the counts of posts: votes by direction, and approved comments that are neither internal nor
 * deleted.
 */
export async function recountPosts(tx: Transaction, organizationId: number, ids: number[]): Promise<void> {
  await sql`
    update posts p set
      votes_count = (select count(*) from votes v
        where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'up'),
      downvotes_count = (select count(*) from votes v
        where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'down'),
      comments_count = (select count(*) from comments c
        where c.organization_id = p.organization_id and c.post_id = p.id
          and not c.internal and c.approval_status = 'approved' and c.deleted_at is null)
    where p.organization_id = ${organizationId} and p.id = any(${ids}::int[])`.execute(tx)
}
