import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { VISITOR_POSTS } from '../posts/visible-posts-sql.ts'

const IS_PUBLIC = sql.raw(VISITOR_POSTS.join(' and '))

/**
 * Returns whether a visitor of the public pages may know a person: the author of a post, a comment or a changelog
 * entry that everyone may read. The others, such as people who only voted, stay unknown.
 */
export async function hasPublicContent(db: Db, organizationId: number, userId: number): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`select
    exists (select 1 from posts p
      where p.organization_id = ${organizationId} and p.submitter_id = ${userId} and ${IS_PUBLIC})
    or exists (select 1 from comments c
      join posts p on p.organization_id = c.organization_id and p.id = c.post_id and ${IS_PUBLIC}
      where c.organization_id = ${organizationId} and c.author_id = ${userId}
        and not c.internal and c.approval_status = 'approved' and c.deleted_at is null)
    or exists (select 1 from changelogs e
      where e.organization_id = ${organizationId} and e.author_id = ${userId} and e.published_at is not null)
    as "isKnown"`.execute(db)
  return rows[0]?.isKnown === true
}
