import { Kind, type SelectionSetNode } from 'graphql'
import type { Fragments } from './selection-count.ts'

/** Selections of one response object by response name, and the number of spreads that contribute to it. */
type SelectionSetPair = { fields: Map<string, { count: number; sets: SelectionSetNode[] }>; spreads: number }

/**
 * Returns an upper bound of the comparisons for merging fields (GraphQL specification, section 5.3.2). It
 * sums the squares of the selections per response name and of the spreads, for each response object. Stops
 * above `most`. The document must have no cycles. Takes time linear in its expanded selections.
 */
export function comparisonsOf(root: SelectionSetNode, fragments: Fragments, most: number): number {
  let comparisons = 0
  const pending = [[root]]
  for (let sets = pending.pop(); sets && comparisons <= most; sets = pending.pop()) {
    const pair: SelectionSetPair = { fields: new Map(), spreads: 0 }
    for (const set of sets) collect(set, fragments, pair)
    comparisons += pair.spreads ** 2
    for (const { count, sets: below } of pair.fields.values()) {
      comparisons += count ** 2
      if (below.length > 0) pending.push(below)
    }
  }
  return comparisons
}

/**
 * Adds the selections of a set to a response object. A fragment that it spreads several times is added once.
 */
function collect(root: SelectionSetNode, fragments: Fragments, pair: SelectionSetPair): void {
  const spread = new Set<string>()
  const sets = [root]
  for (let set = sets.pop(); set; set = sets.pop()) {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value
        const field = pair.fields.get(name) ?? { count: 0, sets: [] }
        field.count += 1
        if (node.selectionSet) field.sets.push(node.selectionSet)
        pair.fields.set(name, field)
      } else if (node.kind === Kind.INLINE_FRAGMENT) sets.push(node.selectionSet)
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value)
        pair.spreads += 1
        const below = fragments.get(node.name.value)?.selectionSet
        if (below) sets.push(below)
      }
    }
  }
}
