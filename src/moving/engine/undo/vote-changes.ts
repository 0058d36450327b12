import { sql } from 'kysely'
import { hashOf } from '../hashes.ts'
import { settleChanges, type Change, type Restored } from './changed-rows.ts'
import { recount } from './recount.ts'
import type { UndoStep } from './step.ts'

/** Restores the directions of votes, which a merge may have moved. */
export async function restoreVotes(step: UndoStep, changes: readonly Change[]): Promise<void> {
  const { tx, undo } = step
  const { organizationId } = undo
  const given = JSON.stringify(changes.map(({ id, second }) => ({ post: id, person: second })))
  const { rows } = await sql<{ postId: number; origin: number; person: number; direction: string }>`
    select v.post_id, g.post as origin, g.person, v.direction::text as direction
    from jsonb_to_recordset(${given}::jsonb) as g(post int, person int)
    left join post_merges m on m.organization_id = ${organizationId} and m.child_id = g.post and g.person = any(m.voter_ids)
    join votes v on v.organization_id = ${organizationId} and v.user_id = g.person and v.post_id = coalesce(m.parent_id, g.post)
    order by v.post_id, v.user_id for update of v`.execute(tx)
  const found = new Map(rows.map((row) => [`${row.origin}:${row.person}`, row]))
  const restored = changes.map((change): Restored => {
    const row = found.get(`${change.id}:${change.second}`)
    const isEdited = row !== undefined && hashOf(row.direction) !== change.written['direction']
    const set = row && !isEdited ? { post: row.postId, direction: change.previous['direction'] } : {}
    return { change, set, stays: new Map(isEdited ? [['direction', 'edited']] : []) }
  })
  const updates = restored.flatMap(({ change, set }) =>
    'post' in set ? [{ ...set, person: change.second }] : [],
  )
  await sql`update votes v set direction = r.direction
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb) as r(post int, person int, direction vote_direction)
    where v.organization_id = ${organizationId} and v.post_id = r.post and v.user_id = r.person`.execute(tx)
  await settleChanges(step, 'vote', restored)
  await recount(
    step,
    rows.map(({ postId }) => postId),
  )
}
