import type { TestApp } from '../../support/app.ts'

const STATEMENTS = [
  `insert into users (organization_id, email, name, labels, customer_since)
    select $1::int, 'bulk' || n || '@round.example', 'Bulk ' || n, '{}', now() from generate_series(1, $2::int / 2) n`,
  `insert into posts (organization_id, slug, title, description_html, bucket_id, status_id, submitter_id, votes_count)
    select $1::int, 'bulk-' || n, 'Bulk ' || n, '<p>Text ' || n || '</p>', b.id, s.ids[1 + n % cardinality(s.ids)], u.id, 2
    from generate_series(1, $2::int) n
    join users u on u.organization_id = $1 and u.email = 'bulk' || (1 + n % ($2 / 2)) || '@round.example',
      (select min(id) as id from buckets where organization_id = $1 and not private) b,
      (select array_agg(id order by id) as ids from statuses where organization_id = $1) s`,
  `insert into votes (organization_id, post_id, user_id)
    select $1::int, p.id, u.id from posts p cross join generate_series(1, 2) k
    join users u on u.organization_id = $1
      and u.email = 'bulk' || (1 + (substr(p.slug, 6)::int * 7 + k) % ($2::int / 2)) || '@round.example'
    where p.organization_id = $1 and p.slug like 'bulk-%'`,
  `with written as (insert into comments (organization_id, post_id, author_id, body_html, body)
      select $1::int, id, submitter_id, '<p>Comment on ' || slug || '</p>', 'Comment on ' || slug
      from posts where organization_id = $1 and slug like 'bulk-%' and substr(slug, 6)::int % 2 = 0 returning post_id)
    update posts p set comments_count = 1 from written
    where p.organization_id = $1 and p.id = written.post_id and $2::int > 0`,
  `insert into post_tags (organization_id, post_id, tag_id)
    select $1::int, p.id, t.id from posts p, (select min(id) as id from tags where organization_id = $1) t
    where p.organization_id = $1 and p.slug like 'bulk-%' and substr(p.slug, 6)::int % 3 = 0 and $2::int > 0`,
  `insert into changelogs (organization_id, slug, title, description_html, author_id, published_at)
    select $1::int, 'bulk-' || n, 'Bulk ' || n, '<p>Entry ' || n || '</p>', u.id, now()
    from generate_series(1, $2::int / 10) n, (select min(id) as id from users where organization_id = $1) u`,
]

/** Adds many posts to an organization, with their people, votes, comments, tags, statuses and changelog entries. */
export async function fillOrganization(
  { database }: TestApp,
  organizationId: number,
  posts: number,
): Promise<void> {
  for (const statement of STATEMENTS) await database.pool.query(statement, [organizationId, posts])
}
