import {
  getOperationAST,
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql'

/** Returns the root fields that an operation selects, those of its fragments and conditions included. */
export function rootFieldsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string,
): GraphQLField<unknown, unknown>[] {
  const operation = getOperationAST(document, operationName)
  const fields = operation && schema.getRootType(operation.operation)?.getFields()
  if (!fields) return []
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  )
  const sets = new Set([operation.selectionSet])
  const names = new Set<string>()
  for (const { selections } of sets)
    for (const node of selections) {
      if (node.kind === Kind.FIELD) names.add(node.name.value)
      const below = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
      if (below?.selectionSet && node.kind !== Kind.FIELD) sets.add(below.selectionSet)
    }
  return [...names].flatMap((name) => fields[name] ?? [])
}
