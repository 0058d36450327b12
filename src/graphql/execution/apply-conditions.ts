import {
  BREAK,
  Kind,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql'

const CONDITIONS = new Set(['skip', 'include'])

/** Returns the names of the variables of all `@skip` and `@include`, or null for a document without them. */
export function conditionVariables(document: DocumentNode): string[] | null {
  const names = new Set<string>()
  let found = false
  visit(document, {
    [Kind.DIRECTIVE]({ name, arguments: given }) {
      if (!CONDITIONS.has(name.value)) return
      found = true
      const value = given?.[0]?.value
      if (value?.kind === Kind.VARIABLE) names.add(value.name.value)
    },
  })
  return found ? [...names] : null
}

/**
 * Returns the document that remains for given values of the conditions: without the excluded selections and
 * without `@skip` and `@include`. Null if a selection becomes empty.
 */
export function applyConditions(
  document: DocumentNode,
  values: ReadonlyMap<string, boolean>,
): DocumentNode | null {
  let isEmpty = false
  const select = <Node extends { directives?: readonly DirectiveNode[] }>(node: Node) => {
    const conditions = (node.directives ?? []).filter(({ name }) => CONDITIONS.has(name.value))
    if (conditions.length === 0) return undefined
    if (!conditions.every((condition) => isMet(condition, values))) return null
    return { ...node, directives: node.directives?.filter(({ name }) => !CONDITIONS.has(name.value)) }
  }
  const applied = visit(document, {
    [Kind.FIELD]: select,
    [Kind.FRAGMENT_SPREAD]: select,
    [Kind.INLINE_FRAGMENT]: select,
    [Kind.SELECTION_SET]: {
      leave({ selections }) {
        isEmpty ||= selections.length === 0
        return isEmpty ? BREAK : undefined
      },
    },
  })
  return isEmpty ? null : applied
}

function isMet({ name, arguments: given }: DirectiveNode, values: ReadonlyMap<string, boolean>): boolean {
  const value = given?.[0]?.value
  const isTrue =
    value?.kind === Kind.VARIABLE ? values.get(value.name.value) : value?.kind === Kind.BOOLEAN && value.value
  return name.value === 'include' ? isTrue === true : isTrue === false
}

/** Returns the values of Boolean variables, or null unless each is a Boolean. */
export function booleansOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  names: readonly string[],
  variables: Readonly<Record<string, unknown>>,
): Map<string, boolean> | null {
  const values = new Map<string, boolean>()
  for (const name of names) {
    const definition = variableDefinitions.find(({ variable }) => variable.name.value === name)
    const byDefault = definition?.defaultValue
    const value =
      variables[name] ??
      (byDefault?.kind === Kind.BOOLEAN && variables[name] === undefined ? byDefault.value : null)
    if (typeof value !== 'boolean') return null
    values.set(name, value)
  }
  return values
}
