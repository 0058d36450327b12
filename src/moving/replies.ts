/** Facts that decide whether a deleted comment stays. */
export type ReplyFacts = { id: string; parent?: string | undefined; deleted: boolean }

/**
 * Returns the deleted comments that have a reply which is not deleted, at any depth. They stay as placeholders. Only
 * the ids of deleted comments and of parents are in memory.
 */
export async function deletedWithReplies(comments: AsyncIterable<ReplyFacts>): Promise<ReadonlySet<string>> {
  const parentOfDeleted = new Map<string, string | undefined>()
  const answered = new Set<string>()
  for await (const { id, parent, deleted } of comments) {
    if (deleted) parentOfDeleted.set(id, parent)
    else if (parent !== undefined) answered.add(parent)
  }
  const kept = new Set<string>()
  for (const id of answered) {
    let next: string | undefined = id
    while (next !== undefined && parentOfDeleted.has(next) && !kept.has(next)) {
      kept.add(next)
      next = parentOfDeleted.get(next)
    }
  }
  return kept
}
