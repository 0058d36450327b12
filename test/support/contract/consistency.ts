import { sql } from 'kysely'
import type { Db } from '../../../src/db/database.ts'
import { richText } from '../../../src/lib/rich-text/rich-text.ts'

/**
 * Number of rows that violate each invariant of the data (contract 3). All are zero in a consistent database.
 */
export async function contradictions(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    with counted as (
      select p.*,
        imported_votes + (select count(*) from votes v where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'up') up,
        imported_downvotes + (select count(*) from votes v where v.organization_id = p.organization_id and v.post_id = p.id and v.direction = 'down') down,
        (select count(*) from comments c where c.organization_id = p.organization_id and c.post_id = p.id
          and not c.internal and c.approval_status = 'approved' and c.deleted_at is null) shown
      from posts p)
    select
      (select count(*) from counted where (votes_count, downvotes_count, comments_count) is distinct from (up, down, shown)) wrong_counts,
      (select count(*) from posts p where not exists (select 1 from votes v where v.organization_id = p.organization_id
        and v.post_id = p.id and v.user_id = p.submitter_id and v.direction = 'up')) without_own_vote,
      (select count(*) from posts p where not exists (select 1 from post_subscribers s
        where s.organization_id = p.organization_id and s.post_id = p.id and s.user_id = p.submitter_id)) without_subscriber,
      (select count(*) from posts p join buckets b on (b.organization_id, b.id) = (p.organization_id, p.bucket_id)
        where b.private <> p.private) wrong_private,
      (select count(*) from post_tags t join posts p on (p.organization_id, p.id) = (t.organization_id, t.post_id)
        where (t.bucket_id, t.status_id, t.submitter_id, t.approval_status, t.private, t.hidden, t.merged_into_id,
            t.votes_count, t.created_at, t.updated_at)
          is distinct from (p.bucket_id, p.status_id, p.submitter_id, p.approval_status, p.private, p.hidden,
            p.merged_into_id, p.votes_count, p.created_at, p.updated_at)) misplaced_tags,
      (select count(*) from posts where updated_at < created_at) updated_before_created,
      (select count(*) from posts p join votes v on (v.organization_id, v.post_id) = (p.organization_id, p.id)
        where v.created_at < p.created_at) votes_before_post,
      (select count(*) from posts p join comments c on (c.organization_id, c.post_id) = (p.organization_id, p.id)
        where c.created_at < p.created_at) comments_before_post,
      (select count(*) from comments c join comments parent on (parent.organization_id, parent.id) = (c.organization_id, c.parent_id)
        where parent.post_id <> c.post_id or parent.created_at > c.created_at) lost_replies,
      (select count(*) from users u join votes v on (v.organization_id, v.user_id) = (u.organization_id, u.id)
        where v.created_at < u.created_at) votes_before_person,
      (select count(*) from comments c join users u on (u.organization_id, u.id) = (c.organization_id, c.author_id)
        where u.role is null and (c.internal or c.created_at < u.created_at)) wrong_authors`.execute(db)
  return rows[0] ?? {}
}

/**
 * The posts and comments whose HTML, text or preview differs from the result of `richText` for the HTML.
 * Reads the first `limit` of each.
 */
export async function unlikeRichText(db: Db, limit: number): Promise<unknown[]> {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'descriptionHtml as html', 'description as text', 'preview'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const comments = await db
    .selectFrom('comments')
    .select(['id', 'bodyHtml as html', 'body as text'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return [
    ...posts.filter(({ id: _, ...stored }) => !same(stored, richText('html', stored.html))),
    ...comments.filter(({ html, text }) => {
      const rich = richText('html', html)
      return html !== rich.html || text !== rich.text
    }),
  ]
}

const same = (a: Record<string, string>, b: Record<string, string>) =>
  Object.keys(b).every((key) => a[key] === b[key])
