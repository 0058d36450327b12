import { familiesOf } from './families.ts'
import { recount } from './recount.ts'
import { separatePosts } from './separate-posts.ts'
import { keep, keptPosts, removeRefs, type UndoRef, type UndoStep } from './step.ts'

/** Ends merges of posts of earlier runs. Merges of posts that stay remain. */
export async function undoMerges(step: UndoStep, refs: readonly UndoRef[]): Promise<void> {
  const kept = await keptPosts(
    step,
    refs.flatMap(({ localId, secondId }) => [localId, secondId ?? 0]),
  )
  const open = refs.filter(({ localId, secondId }) => !kept.has(localId) && !kept.has(secondId ?? 0))
  const families = await familiesOf(
    step,
    open.map(({ localId }) => localId),
  )
  const merges = new Map(
    families.flatMap((family) => family.merges.map((merge) => [merge.child, { merge, family }])),
  )
  for (const ref of open) {
    const found = merges.get(ref.localId)
    if (!found || found.merge.parent !== ref.secondId) {
      await removeRefs(step, 'merge', [ref])
      continue
    }
    const { merge, family } = found
    const parent = family.members.find(({ id }) => id === merge.parent)
    if (parent?.mergedIntoId != null && !family.merges.some(({ child }) => child === merge.parent)) {
      await keep(step, 'merge', [{ id: merge.child, second: merge.parent, reason: 'merged' }])
      continue
    }
    await separatePosts(step, [merge])
    await recount(step, [merge.child, merge.parent])
  }
}
