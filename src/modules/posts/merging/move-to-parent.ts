import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { nextUpdatedAt } from '../../../db/time.ts'
import { now } from '../../../lib/time/clock.ts'
import type { PersonalTable } from './move-unless-present.ts'

type Move = { parentId: number; childIds: number[]; mergedById: number }

/**
 * Moves the votes, imported votes, subscribers and comments of posts to their parent, copies the mutes, and marks
 * the posts as merged. A vote or subscription moves only if the person has none on the parent, and only from the
 * first such post in `childIds`. Stores what moved. Runs one statement for any number of posts.
 */
export async function moveToParent(
  tx: Transaction,
  organizationId: number,
  { parentId, childIds, mergedById }: Move,
): Promise<void> {
  const at = now()
  await sql`
    with child as (select id, position from unnest(${childIds}::int[]) with ordinality as given (id, position)),
    voter as (${movePeople('votes', organizationId, parentId)}),
    subscriber as (${movePeople('post_subscribers', organizationId, parentId)}),
    comment as (${moveComments(organizationId, parentId, childIds)}),
    muted as (${mutesOf(organizationId)}),
    mute as (
      insert into post_mutes (organization_id, post_id, user_id, created_at)
      select ${organizationId}, ${parentId}, user_id, created_at from muted on conflict do nothing returning user_id),
    imported as (
      select id, imported_votes, imported_downvotes from posts
      where organization_id = ${organizationId} and id = any(${childIds}::int[])),
    parent as (${addToParent(organizationId, parentId)}),
    merged as (
      update posts set merged_into_id = ${parentId}, imported_votes = 0, imported_downvotes = 0, updated_at = ${nextUpdatedAt(at)}
      where organization_id = ${organizationId} and id = any(${childIds}::int[]))
    insert into post_merges (organization_id, parent_id, child_id, merged_by_id, voter_ids, subscriber_ids, mute_ids, comment_ids,
      imported_votes, imported_downvotes, created_at)
    select ${organizationId}::int, ${parentId}::int, child.id, ${mergedById}::int, coalesce(voters.ids, '{}'),
      coalesce(subscribers.ids, '{}'), coalesce(mutes.ids, '{}'), coalesce(comments.ids, '{}'), imported.imported_votes,
      imported.imported_downvotes, ${at}::timestamptz
    from child join imported on imported.id = child.id
    left join (${idsOf('voter')}) voters on voters.child_id = child.id
    left join (${idsOf('subscriber')}) subscribers on subscribers.child_id = child.id
    left join (
      select child_id, array_agg(user_id order by user_id) as ids from muted where user_id in (select user_id from mute)
      group by child_id) mutes on mutes.child_id = child.id
    left join (${idsOf('comment')}) comments on comments.child_id = child.id`.execute(tx)
}

/** Returns the update that moves one vote or subscription of each person who has none on the parent. */
const movePeople = (table: PersonalTable, organizationId: number, parentId: number) => sql`
    update ${sql.table(table)} moved set post_id = ${parentId}
    from (
      select distinct on (held.user_id) held.user_id, child.id as child_id
      from child join ${sql.table(table)} held on held.organization_id = ${organizationId} and held.post_id = child.id
      where not exists (
        select 1 from ${sql.table(table)} kept
        where kept.organization_id = ${organizationId} and kept.post_id = ${parentId} and kept.user_id = held.user_id)
      order by held.user_id, child.position) first
    where moved.organization_id = ${organizationId} and moved.post_id = first.child_id and moved.user_id = first.user_id
    returning first.child_id, first.user_id as id`

/** Returns the query for one mute of each person, which stays on its post and is copied to the parent. */
const mutesOf = (organizationId: number) => sql`
      select distinct on (held.user_id) held.user_id, child.id as child_id, held.created_at
      from child join post_mutes held on held.organization_id = ${organizationId} and held.post_id = child.id
      order by held.user_id, child.position`

/** Returns the update that moves the comments of posts to their parent. */
const moveComments = (organizationId: number, parentId: number, childIds: readonly number[]) => sql`
    update comments moved set post_id = ${parentId}
    from (
      select id, post_id from comments
      where organization_id = ${organizationId} and post_id = any(${childIds}::int[])) former
    where moved.organization_id = ${organizationId} and moved.id = former.id
    returning former.post_id as child_id, moved.id`

/** Returns the update that adds the imported votes of the posts, if there are any, to their parent. */
const addToParent = (organizationId: number, parentId: number) => sql`
    update posts set imported_votes = posts.imported_votes + sum.ups, imported_downvotes = posts.imported_downvotes + sum.downs
    from (select sum(imported_votes) as ups, sum(imported_downvotes) as downs from imported) sum
    where posts.organization_id = ${organizationId} and posts.id = ${parentId} and (sum.ups > 0 or sum.downs > 0)`

/** Returns the query for the ids that moved from each post. */
const idsOf = (moved: 'voter' | 'subscriber' | 'comment') =>
  sql`select child_id, array_agg(id order by id) as ids from ${sql.table(moved)} group by child_id`
