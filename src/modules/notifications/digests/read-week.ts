import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { databaseNowPlus } from '../../../db/time.ts'

/** The last seven days of an organization. */
type Week = {
  posts: number
  votes: number
  comments: number
  /** Posts with the most up-votes in the week, at most five. */
  top: { title: string; votes: number }[]
}

const WEEK_S = 7 * 86_400
const TOP = 5

/** Returns the numbers of the last seven days, by the database's clock. Imported votes without rows do not count. */
export async function readWeek(db: Db, organizationId: number): Promise<Week> {
  const since = databaseNowPlus(-WEEK_S)
  const { rows } = await sql<Omit<Week, 'top'>>`select
    (select count(*)::int from posts where organization_id = ${organizationId} and created_at > ${since}) as posts,
    (select count(*)::int from votes
      where organization_id = ${organizationId} and created_at > ${since} and direction = 'up') as votes,
    (select count(*)::int from comments
      where organization_id = ${organizationId} and created_at > ${since} and deleted_at is null) as comments`.execute(
    db,
  )
  const { rows: top } = await sql<Week['top'][number]>`
    select p.title, v.votes from (
      select post_id, count(*)::int as votes from votes
      where organization_id = ${organizationId} and created_at > ${since} and direction = 'up'
      group by post_id order by votes desc, post_id limit ${sql.lit(TOP)}) v
    join posts p on p.organization_id = ${organizationId} and p.id = v.post_id
    order by v.votes desc, p.id`.execute(db)
  return { ...(rows[0] ?? { posts: 0, votes: 0, comments: 0 }), top }
}
