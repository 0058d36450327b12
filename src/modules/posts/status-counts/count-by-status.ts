import { CompiledQuery } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Status } from '../../../db/rows.ts'
import type { Viewer } from '../../../auth/caller.ts'
import { postConditions } from '../post-filter.ts'

export type StatusCount = { status: Status; count: number }

/**
 * Counts the posts of each status, in workflow order, among those that the viewer may list. Hidden and merged
 * posts are excluded. Outside the team, only public posts count that are approved or the viewer's own.
 * `bucketId` restricts the count to one bucket.
 */
export async function countByStatus(
  db: Db,
  organizationId: number,
  { bucketId, viewer }: { bucketId: number | null; viewer: Viewer },
): Promise<StatusCount[]> {
  const { conditions, parameters } = postConditions(
    organizationId,
    { bucketId, includePrivate: true },
    viewer,
  )
  const text = `select s.*, coalesce(counted.count, 0)::int as count from statuses s
    left join (select p.status_id, count(*) from posts p where ${conditions.join(' and ')} group by p.status_id)
      as counted on counted.status_id = s.id
    where s.organization_id = $1 order by s.position, s.id`
  const { rows } = await db.executeQuery<Status & { count: number }>(
    CompiledQuery.raw(text, parameters.values),
  )
  return rows.map(({ count, ...status }) => ({ status, count }))
}
