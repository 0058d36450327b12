import { Kind, type DocumentNode, type OperationDefinitionNode } from 'graphql'

/**
 * Whether a subscription's root field has no `@skip` or `@include`, neither on itself nor on enclosing
 * fragments. See section 5.2.3.1 of the GraphQL specification. Visits each fragment once.
 */
export function isUnconditionalRoot(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const unseen = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  )
  const sets = [operation.selectionSet]
  for (let set = sets.pop(); set; set = sets.pop()) {
    for (const node of set.selections) {
      if (node.directives?.some(({ name }) => CONDITIONS.has(name.value))) return false
      if (node.kind === Kind.INLINE_FRAGMENT) sets.push(node.selectionSet)
      if (node.kind !== Kind.FRAGMENT_SPREAD) continue
      const below = unseen.get(node.name.value)
      unseen.delete(node.name.value)
      if (below) sets.push(below)
    }
  }
  return true
}

const CONDITIONS = new Set(['skip', 'include'])
