import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { Between } from './move-personal.ts'

/**
 * Replaces a person in the events of posts: as the submitter, the author, the voter and the actor, because a reader of
 * the log looks the people up. `postIds` are at most 1000. Citus refuses functions of JSON that are not IMMUTABLE
 * beside columns.
 */
export async function renameInEvents(
  tx: Transaction,
  { organizationId, fromId, intoId }: Between,
  postIds: readonly number[],
): Promise<void> {
  if (postIds.length === 0) return
  await sql`
    with ids as materialized (
      select event_id, created_at from event_order where organization_id = ${organizationId} and of_post = any(${postIds}::int[])
      union all select event_id, created_at from event_box where organization_id = ${organizationId})
    update events e set
      actor_id = case when e.actor_kind = 'user' and e.actor_id = ${fromId} then ${intoId}::int else e.actor_id end,
      snapshot = jsonb_set(
        e.snapshot || (
          select coalesce(jsonb_object_agg(key, ${intoId}::int), '{}') from jsonb_each(e.snapshot)
          where key in ('submitterId', 'authorId', 'userId') and value = ${String(fromId)}::jsonb),
        '{post,submitterId}',
        coalesce(nullif(e.snapshot #> '{post,submitterId}', ${String(fromId)}::jsonb), ${String(intoId)}::jsonb), false)
    from ids where e.organization_id = ${organizationId} and e.id = ids.event_id and e.created_at = ids.created_at
      and coalesce(e.post_id, e.subject_id) = any(${postIds}::int[])`.execute(tx)
}
