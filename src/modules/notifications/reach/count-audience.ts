import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { NotificationKind } from '../../../db/generated/tables.ts'
import { hasNotMuted, isReader, waitingPeople } from '../planning/read-people.ts'

/**
 * Returns the number of people who are notified when the status of a post changes or the team answers, without the
 * person who does it. Counts only members of the team for a post that only they see.
 */
export async function countPostAudience(
  db: Db,
  organizationId: number,
  { postId, actorId }: { postId: number; actorId: number | null },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${waitingPeople(organizationId, postId)}) w
    join users u on u.organization_id = ${organizationId} and u.id = w.user_id
    join posts p on p.organization_id = ${organizationId} and p.id = ${postId}
    where ${isReader(organizationId)} and ${hasNotMuted(organizationId, postId)}
      and ${wants(organizationId, 'post_status_changed')} and u.id is distinct from ${actorId}::int
      and (u.role is not null or (not p.private and not p.hidden
        and (p.approval_status = 'approved' or p.submitter_id = u.id)))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the number of people who are notified of an entry of the changelog. */
export async function countChangelogAudience(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from changelog_subscribers s
    join users u on u.organization_id = ${organizationId} and u.id = s.user_id
    where s.organization_id = ${organizationId} and ${isReader(organizationId)}
      and ${wants(organizationId, 'changelog_published')}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Condition on the row `u` of a person who has not turned off a kind that is on by default. */
const wants = (organizationId: number, kind: NotificationKind) => sql<boolean>`not exists (
  select 1 from notification_preferences f
  where f.organization_id = ${organizationId} and f.user_id = u.id and f.kind = ${kind}
    and f.frequency = 'never' and not f.in_bell)`
