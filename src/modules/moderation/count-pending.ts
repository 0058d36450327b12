import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Numbers of objects that wait for approval. */
export type PendingCounts = { pendingPosts: number; pendingComments: number }

/**
 * Counts the posts and comments of an organization that wait for approval, in one statement that reads only
 * their indexes. Hidden and merged posts and deleted comments are excluded.
 */
export async function countPending(db: Db, organizationId: number): Promise<PendingCounts> {
  const { rows } = await sql<PendingCounts>`select
    (select count(*)::int from posts where organization_id = ${organizationId} and approval_status = 'pending'
      and merged_into_id is null and not hidden) as pending_posts,
    (select count(*)::int from comments where organization_id = ${organizationId} and approval_status = 'pending'
      and deleted_at is null) as pending_comments`.execute(db)
  return rows[0] ?? { pendingPosts: 0, pendingComments: 0 }
}
