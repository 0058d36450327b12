import { sql } from 'kysely'
import { restoreMovedComments, restoreMovedPersonal } from '../../../modules/posts/merging/restore-moved.ts'
import type { OwnMerge } from './families.ts'
import type { UndoStep } from './step.ts'

type Moved = {
  voterIds: number[]
  subscriberIds: number[]
  commentIds: number[]
  importedVotes: number
  importedDownvotes: number
}

/** Ends merges of the run: what they moved goes back, and the times of the posts are those before. */
export async function separatePosts(step: UndoStep, merges: readonly OwnMerge[]): Promise<void> {
  for (const merge of merges) await separate(step, merge)
}

async function separate({ tx, undo }: UndoStep, { child, parent }: OwnMerge): Promise<void> {
  const { organizationId, runId } = undo
  const { rows } = await sql<Moved>`delete from post_merges
    where organization_id = ${organizationId} and child_id = ${child} and parent_id = ${parent}
    returning voter_ids, subscriber_ids, comment_ids, imported_votes, imported_downvotes`.execute(tx)
  const [moved] = rows
  if (!moved) return
  const family = { organizationId, parentId: parent, childId: child }
  await restoreMovedPersonal(tx, 'votes', { ...family, userIds: moved.voterIds })
  await restoreMovedPersonal(tx, 'post_subscribers', { ...family, userIds: moved.subscriberIds })
  await restoreMovedComments(tx, { ...family, commentIds: moved.commentIds })
  const { importedVotes: up, importedDownvotes: down } = moved
  await sql`update posts p set merged_into_id = null, imported_votes = p.imported_votes + ${up},
      imported_downvotes = p.imported_downvotes + ${down},
      updated_at = coalesce((select (c.previous->>'updated_at')::timestamptz from import_changes c
        where c.organization_id = ${organizationId} and c.run_id = ${runId} and c.kind = 'merge'
          and c.local_id = ${child} and c.second_id = ${parent}), p.updated_at)
    where p.organization_id = ${organizationId} and p.id = ${child}`.execute(tx)
  if (up > 0 || down > 0)
    await sql`update posts set imported_votes = greatest(0, imported_votes - ${up}),
        imported_downvotes = greatest(0, imported_downvotes - ${down})
      where organization_id = ${organizationId} and id = ${parent}`.execute(tx)
  await sql`delete from external_refs where organization_id = ${organizationId} and kind = 'merge'
    and local_id > 0 and local_id = ${child} and second_id = ${parent} and run_id = ${runId}`.execute(tx)
}
