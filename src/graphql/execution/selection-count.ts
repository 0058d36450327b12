import { Kind, type DocumentNode, type FragmentDefinitionNode, type SelectionSetNode } from 'graphql'

/** The fragments of a document by name. The last of several with one name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** Size of a document with its fragment spreads expanded. */
type Expansion = {
  /** Name of a fragment that spreads itself, directly or indirectly. Null when there is none. */
  cycle: string | null
  /** Number of selections of the largest definition. */
  most: number
  /** Number of selections of all operations. */
  total: number
  /** Fragments without a spread. */
  unused: FragmentDefinitionNode[]
}

/** Selections of a selection set without its spreads, including nested fields and inline fragments. */
type Own = { selections: number; spreads: Map<string, number> }

/**
 * Counts the selections of a document with expanded spreads. Each fragment is counted once, after the
 * fragments it spreads. Takes time linear in the document's text.
 */
export function expandSelections(document: DocumentNode, fragments: Fragments): Expansion {
  const owns = new Map([...fragments].map(([name, { selectionSet }]) => [name, ownOf(selectionSet)]))
  const operations = document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map(({ selectionSet }) => ownOf(selectionSet))
  const sizes = new Map<string, number>()
  const sizeOf = ({ selections, spreads }: Own): number =>
    [...spreads].reduce((sum, [name, times]) => sum + times * (sizes.get(name) ?? 0), selections)
  const { order, cycle } = inOrder(owns)
  for (const name of order) sizes.set(name, sizeOf(owns.get(name) ?? NOTHING))
  const ofOperations = operations.map(sizeOf)
  const used = new Set([...owns.values(), ...operations].flatMap(({ spreads }) => [...spreads.keys()]))
  return {
    cycle,
    most: Math.max(0, ...sizes.values(), ...ofOperations),
    total: ofOperations.reduce((sum, size) => sum + size, 0),
    unused: [...fragments.values()].filter(({ name }) => !used.has(name.value)),
  }
}

const NOTHING: Own = { selections: 0, spreads: new Map() }

function ownOf(selectionSet: SelectionSetNode): Own {
  const spreads = new Map<string, number>()
  let selections = 0
  const sets = [selectionSet]
  for (let set = sets.pop(); set; set = sets.pop()) {
    selections += set.selections.length
    for (const node of set.selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD)
        spreads.set(node.name.value, (spreads.get(node.name.value) ?? 0) + 1)
      else if (node.selectionSet) sets.push(node.selectionSet)
    }
  }
  return { selections, spreads }
}

/**
 * Returns the names in topological order, each after the names it spreads, and a name that is part of a
 * cycle.
 */
function inOrder(owns: ReadonlyMap<string, Own>): { order: string[]; cycle: string | null } {
  const waiting = new Map<string, number>()
  const spreadBy = new Map<string, string[]>()
  for (const [name, { spreads }] of owns) {
    const existing = [...spreads.keys()].filter((spread) => owns.has(spread))
    waiting.set(name, existing.length)
    for (const spread of existing) {
      const users = spreadBy.get(spread) ?? []
      users.push(name)
      spreadBy.set(spread, users)
    }
  }
  const order = [...waiting].filter(([, count]) => count === 0).map(([name]) => name)
  for (const name of order) {
    for (const user of spreadBy.get(name) ?? []) {
      const left = (waiting.get(user) ?? 0) - 1
      waiting.set(user, left)
      if (left === 0) order.push(user)
    }
  }
  const cycle = [...waiting].find(([, count]) => count > 0)?.[0] ?? null
  return { order, cycle }
}
