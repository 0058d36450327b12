import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const COUNTED = {
  posts: sql`select submitter_id as key from posts where submitter_id`,
  votes: sql`select user_id as key from votes where user_id`,
  comments: sql`select author_id as key from comments where deleted_at is null and author_id`,
}

/**
 * Counts the posts, votes or comments of several people, excluding deleted comments. People without any are
 * missing from the result.
 */
export async function countByPerson(
  db: Db,
  organizationId: number,
  what: keyof typeof COUNTED,
  userIds: readonly number[],
): Promise<{ key: number; count: number }[]> {
  const { rows } = await sql<{ key: number; count: number }>`
    select key, count(*)::int as count from (
      ${COUNTED[what]} = any(${userIds}::int[]) and organization_id = ${organizationId}) given
    group by key`.execute(db)
  return rows
}
