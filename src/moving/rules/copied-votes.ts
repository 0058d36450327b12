import type { MergeRecord, VoteRecord } from '../records.ts'

/** Survivors of merged posts, by external id. */
export type Survivors = ReadonlyMap<string, string>

/** Returns the last survivor of each merged post. A cycle ends at the post before it repeats. */
export function survivorsOf(merges: Iterable<Pick<MergeRecord, 'child' | 'parent'>>): Survivors {
  const parents = new Map<string, string>()
  for (const { child, parent } of merges) if (child !== parent) parents.set(child, parent)
  const lastOf = (child: string) => {
    const passed = new Set([child])
    let last = child
    for (let next = parents.get(child); next !== undefined && !passed.has(next); next = parents.get(next)) {
      passed.add(next)
      last = next
    }
    return last
  }
  return new Map([...parents.keys()].map((child) => [child, lastOf(child)]))
}

type DatedVote = Pick<VoteRecord, 'post' | 'person' | 'createdAt'>

/**
 * Returns a test of votes: whether a vote on a survivor is the copy that a merge has made. It is a copy if the same
 * person's vote on a merged post is earlier. `merged` are the votes on merged posts.
 */
export function copiesOf(survivors: Survivors, merged: Iterable<DatedVote>): (vote: DatedVote) => boolean {
  const earliest = new Map<string, string>()
  for (const { post, person, createdAt } of merged) {
    const survivor = survivors.get(post)
    if (survivor === undefined || createdAt === undefined) continue
    const key = JSON.stringify([survivor, person])
    const before = earliest.get(key)
    if (before === undefined || createdAt < before) earliest.set(key, createdAt)
  }
  return ({ post, person, createdAt }) => {
    if (survivors.has(post) || createdAt === undefined || earliest.size === 0) return false
    const before = earliest.get(JSON.stringify([post, person]))
    return before !== undefined && before < createdAt
  }
}
