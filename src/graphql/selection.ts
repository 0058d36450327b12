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
  const items: Selection = new Map(selection.get('nodes'))
  for (const [name, below] of selection.get('edges')?.get('node') ?? []) mergeInto(items, name, below)
  rememberedItems.set(selection, items)
  return items
}

/** The fields below the field being resolved. */
export function selectedBelow(info: GraphQLResolveInfo): Selection {
  const [field] = info.fieldNodes
  const known = field && remembered.get(field)
  if (known) return known
  const selection: Selection = new Map()
  for (const node of info.fieldNodes) if (node.selectionSet) collect(node.selectionSet, info, selection)
  if (field) remembered.set(field, selection)
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
  if (!known) return void target.set(name, new Map(below))
  for (const [key, value] of below) mergeInto(known, key, value)
}
