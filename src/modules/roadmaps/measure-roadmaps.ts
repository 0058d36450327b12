import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { PUBLIC_POSTS } from '../posts/visible-posts-sql.ts'

type RoadmapMeasure = {
  id: number
  /** Share of completed posts in percent, 0 to 100 with two decimals. 0 without posts. */
  percentage: number
  /** Score by its score type, with four decimals. Null if there is nothing to score. */
  score: number | null
}

/**
 * Returns the progress and score of roadmaps (contract 3), in one statement for any number of them. Hidden
 * and merged posts are excluded; with `publicOnly`, private and pending posts are excluded as well.
 */
export async function measureRoadmaps(
  db: Db,
  organizationId: number,
  ids: readonly number[],
  { publicOnly }: { publicOnly: boolean },
): Promise<RoadmapMeasure[]> {
  // Uses `numeric`, because a product of floats can exceed their range in PostgreSQL.
  const { rows } = await sql<RoadmapMeasure>`
    select r.id,
      coalesce(round(100.0 * count(*) filter (where s.kind = 'completed') / nullif(count(p.id), 0), 2), 0)::float8
        as percentage,
      (case
        when r.score_type = 'votes' then coalesce(sum(p.votes_count), 0)::numeric
        when r.score_type = 'rice' then round(avg(rp.reach::numeric * rp.impact::numeric * rp.confidence::numeric
          / nullif(rp.effort, 0)::numeric / case when rp.confidence > 1 then 100 else 1 end) filter (where p.id is not null), 4)
        when r.score_type = 'ice' then round(avg(rp.impact::numeric * rp.confidence::numeric * rp.ease::numeric)
          filter (where p.id is not null), 4)
      end)::float8 as score
    from roadmaps r
    left join roadmap_posts rp on rp.organization_id = r.organization_id and rp.roadmap_id = r.id
    left join posts p on p.organization_id = rp.organization_id and p.id = rp.post_id
      and p.merged_into_id is null and not p.hidden
      ${publicOnly ? sql.raw(`and ${PUBLIC_POSTS}`) : sql``}
    left join statuses s on s.organization_id = p.organization_id and s.id = p.status_id
    where r.organization_id = ${organizationId} and r.id = any(${ids}::int[])
    group by r.organization_id, r.id`.execute(db)
  return rows
}
