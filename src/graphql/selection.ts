import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql'

/** The fields asked for below a field, by name, each with those below it. */
export type Selection = Map<string, Selection>

const remembered = new WeakMap<FieldNode, Selection>()
const rememberedItems = new WeakMap<Selection, Selection>()

/**
 * What a list's items are asked for: the fields below `nodes` and `edges.node`, fragments followed,
 * `@skip` and `@include` taken as selected. Worked out once per parsed document.
 */
export function selectedOfItems(info: GraphQLResolveInfo): Selection {
  const selection = selectedBelow(info)
  const known = rememberedItems.get(selection)
  if (known) return known
  const items = copied(selection.get('nodes') ?? new Map())
  for (const [name, below] of selection.get('edges')?.get('node') ?? []) mergeInto(items, name, below)
  rememberedItems.set(selection, items)
  return items
}

/** The fields below the field being resolved, and all of them: permissions are judged by it. */
export function selectedBelow(info: GraphQLResolveInfo): Selection {
  const [field, ...others] = info.fieldNodes
  if (!field) return new Map()
  const own = belowNode(field, info)
  if (others.length === 0) return own
  // Which nodes meet under one name depends on the operation and its variables, so this is worked out each time.
  const selection: Selection = new Map()
  for (const node of info.fieldNodes)
    for (const [name, below] of belowNode(node, info)) mergeInto(selection, name, below)
  return selection
}

function belowNode(node: FieldNode, info: GraphQLResolveInfo): Selection {
  const known = remembered.get(node)
  if (known) return known
  const selection: Selection = new Map()
  if (node.selectionSet) collect(node.selectionSet, info, selection)
  remembered.set(node, selection)
  return selection
}

function collect(set: SelectionSetNode, info: GraphQLResolveInfo, into: Selection): void {
  for (const node of set.selections) {
    if (node.kind === 'Field') {
      const below: Selection = new Map()
      if (node.selectionSet) collect(node.selectionSet, info, below)
      mergeInto(into, node.name.value, below)
    } else {
      const fragment = node.kind === 'InlineFragment' ? node : info.fragments[node.name.value]
      if (fragment) collect(fragment.selectionSet, info, into)
    }
  }
}

function mergeInto(target: Selection, name: string, below: Selection): void {
  const known = target.get(name)
  if (!known) return void target.set(name, copied(below))
  for (const [key, value] of below) mergeInto(known, key, value)
}

/** What is remembered is never changed. */
function copied(selection: Selection): Selection {
  return new Map([...selection].map(([name, below]) => [name, copied(below)]))
}
