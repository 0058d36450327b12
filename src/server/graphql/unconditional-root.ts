import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'

/**
 * Whether a subscription's root field stands there whatever the variables are: without `@skip` and `@include`, on itself
 * and on the fragments that it comes by (GraphQL specification, chapter 5.2.3.1).
 */
export function hasUnconditionalRoot(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node.selectionSet] as const] : [],
    ),
  )
  const isPlain = ({ selections }: SelectionSetNode): boolean =>
    selections.every((node) => {
      if (node.directives?.some(({ name }) => CONDITIONS.has(name.value))) return false
      if (node.kind === Kind.FIELD) return true
      const below = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments.get(node.name.value)
      return below === undefined || isPlain(below)
    })
  return isPlain(operation.selectionSet)
}

const CONDITIONS = new Set(['skip', 'include'])
