import { CompiledQuery } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { TimeRange } from './activity-periods.ts'

/** Numbers of new objects in a range of time, among those that the team may list. */
export type ActivityCounts = TimeRange & { posts: number; votes: number; comments: number; customers: number }

/**
 * Counts the new posts, votes, comments and customers of an organization in each range, in one statement that
 * reads indexes only. Hidden and merged posts and deleted comments are excluded.
 */
export async function countActivity(
  db: Db,
  organizationId: number,
  ranges: readonly TimeRange[],
): Promise<ActivityCounts[]> {
  const within = (column: string) => `${column} >= r.start and ${column} < r.finish`
  const text = `select
      (select count(*)::int from posts p where p.organization_id = $1 and ${within('p.created_at')}
        and p.merged_into_id is null and not p.hidden) as posts,
      (select count(*)::int from votes v where v.organization_id = $1 and ${within('v.created_at')}) as votes,
      (select count(*)::int from comments c where c.organization_id = $1 and ${within('c.created_at')})
        - (select count(*)::int from comments c where c.organization_id = $1 and ${within('c.created_at')}
          and c.deleted_at is not null) as comments,
      (select count(*)::int from users u where u.organization_id = $1 and ${within('u.customer_since')}) as customers
    from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as r (start, finish, number) order by r.number`
  const values = [organizationId, ranges.map(({ from }) => from), ranges.map(({ to }) => to)]
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<Omit<ActivityCounts, keyof TimeRange>>(CompiledQuery.raw(text, values))
  return ranges.map(({ from, to }, index) => ({ ...NONE, ...rows[index], from, to }))
}

/** Sums the numbers of adjacent periods of `range`. */
export function totalOf(periods: readonly ActivityCounts[], range: TimeRange): ActivityCounts {
  const sum = (name: keyof typeof NONE) => periods.reduce((total, counts) => total + counts[name], 0)
  return {
    ...range,
    posts: sum('posts'),
    votes: sum('votes'),
    comments: sum('comments'),
    customers: sum('customers'),
  }
}

const NONE = { posts: 0, votes: 0, comments: 0, customers: 0 }
