import {
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
} from 'graphql'

/** Yields each root field of an operation, once for each spread of its fragment. */
export function* rootSelections(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Generator<FieldNode> {
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  const sets = [operation.selectionSet]
  for (let set = sets.pop(); set; set = sets.pop()) {
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) yield node
      else {
        const below = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
        if (below) sets.push(below.selectionSet)
      }
    }
  }
}
