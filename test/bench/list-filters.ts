import type pg from 'pg'

export type ListFilter = {
  name: string
  /** Query string without the sort. */
  query: string
}

/**
 * Every filter of the list of posts, each with a value that matches at least a page of the organization's
 * posts.
 */
export async function listFilters(pool: pg.Pool, organizationId: number): Promise<ListFilter[]> {
  const one = async (text: string): Promise<string> => {
    const { rows } = await pool.query<{ value: string }>(`${text} limit 1`, [organizationId])
    return encodeURIComponent(rows[0]?.value ?? '')
  }
  const bucket =
    await one(`select bucket_id::text as value from posts where organization_id = $1 and not private
    group by 1 order by count(*) desc`)
  const tag = await one(`select tag_id::text as value from post_tags where organization_id = $1
    group by 1 order by count(*) desc`)
  const rareTag = await one(`select tag_id::text as value from post_tags where organization_id = $1
    group by 1 order by count(*)`)
  const people =
    await one(`select string_agg(u.email, ',' order by u.id) as value from users u where u.organization_id = $1
    and u.id in (select submitter_id from posts where organization_id = $1 and not hidden and not private
      group by 1 order by count(*) desc, 1 limit 3)`)
  const listed = (name: string) =>
    decodeURIComponent(people)
      .split(',')
      .map((email) => `${name}[]=${encodeURIComponent(email)}`)
      .join('&')
  const state = await one(`select s.slug as value from statuses s where s.organization_id = $1
    and s.id = (select status_id from posts where organization_id = $1 group by 1 order by count(*) limit 1)`)
  const middle =
    await one(`select to_char(percentile_disc(0.5) within group (order by created_at), 'YYYY-MM-DD') as value
    from posts where organization_id = $1`)
  return [
    { name: 'no filter', query: '' },
    { name: 'bucket_id', query: `bucket_id=${bucket}` },
    { name: 'approval_status=approved', query: 'approval_status=approved' },
    { name: 'approval_status=pending', query: 'approval_status=pending' },
    { name: 'submitter_emails, three', query: listed('submitter_emails') },
    { name: 'interactor_emails, three', query: listed('interactor_emails') },
    { name: 'tag_ids, the commonest', query: `tag_ids[]=${tag}` },
    { name: 'tag_ids, the rarest', query: `tag_ids[]=${rareTag}` },
    { name: 'states, the rarest', query: `states[]=${state}` },
    { name: 'from_date, the later half', query: `from_date=${middle}` },
    { name: 'to_date, the earlier half', query: `to_date=${middle}` },
    { name: 'bucket_id and states', query: `bucket_id=${bucket}&states[]=${state}` },
  ]
}
