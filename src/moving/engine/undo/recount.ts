import { recountPosts } from '../../../modules/posts/merging/recount-posts.ts'
import { countVotes } from '../finish.ts'
import type { UndoStep } from './step.ts'

/** Counts the votes and comments of posts again: of posts of the source as its remaining references state. */
export async function recount({ tx, undo }: UndoStep, ids: Iterable<number>): Promise<void> {
  const sorted = [...new Set(ids)].sort((one, other) => one - other)
  if (sorted.length === 0) return
  await countVotes(tx, undo, sorted)
  await recountPosts(tx, undo.organizationId, sorted)
}
