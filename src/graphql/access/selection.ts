import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

/**
 * The selected subfields of a field by name, each with its own subfields. Equal selections are one object.
 */
export type Selection = ReadonlyMap<string, Selection>

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

/** Cache by field node, or by the list of nodes with one response name, which each execution creates. */
const cache = new WeakMap<FieldNode | readonly FieldNode[], Selection>()
const nodeCache = new WeakMap<Selection, Selection>()
/** The selection sets of each selection. */
const sources = new WeakMap<Selection, readonly SelectionSetNode[]>()
const onlyFieldCache = new WeakMap<Selection, Map<string, FieldNode | null>>()

/**
 * Returns the fields selected on a list's items, below `nodes` and `edges.node`, including fragments. Fields
 * with `@skip` and `@include` count as selected. Computed once per parsed document.
 */
export function selectedNodeFields(info: Info): Selection {
  const selection = selectedFields(info)
  const cached = nodeCache.get(selection)
  if (cached) return cached
  const pages = [selection.get('nodes'), selection.get('edges')?.get('node')]
  const items = createReader(info.fragments)(pages.flatMap((page) => (page && sources.get(page)) ?? []))
  nodeCache.set(selection, items)
  return items
}

/**
 * Returns the only field of a name that is selected on a list's items, with any alias. Null if there is none or
 * several. Computed once per parsed document.
 */
export function onlyNodeField(info: Info, name: string): FieldNode | null {
  const items = selectedNodeFields(info)
  const fields = onlyFieldCache.get(items) ?? new Map<string, FieldNode | null>()
  onlyFieldCache.set(items, fields)
  const cached = fields.get(name)
  if (cached !== undefined) return cached
  const found = fieldsOf(sources.get(items) ?? [], info.fragments).get(name)
  const [field = null] = found?.size === 1 ? found : []
  fields.set(name, field)
  return field
}

/** Returns all fields selected below the field that is resolved. Permissions depend on it. */
export function selectedFields({ fieldNodes, fragments }: Info): Selection {
  const [field] = fieldNodes
  if (!field) return new Map()
  const key = fieldNodes.length === 1 ? field : fieldNodes
  const cached = cache.get(key)
  if (cached) return cached
  const selection = createReader(fragments)(fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []))
  cache.set(key, selection)
  return selection
}

/**
 * Returns the fields selected for one type of an abstract field. Fragments on types for which `applies` is
 * false do not count.
 */
export function selectedFieldsOfType(
  { fieldNodes, fragments }: Info,
  applies: (condition: string) => boolean,
): Selection {
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? [])
  return createReader(fragments)(sets, applies)
}

const typeCache = new WeakMap<Selection, Map<string, Selection>>()

/**
 * Returns the part of a selection on an abstract type that applies to one of its types. Fragments on types for
 * which `applies` is false do not count. Computed once per selection and type.
 */
export function selectionOfType(
  selection: Selection,
  fragments: Info['fragments'],
  typeName: string,
  applies: (condition: string) => boolean,
): Selection {
  const cached = typeCache.get(selection) ?? new Map<string, Selection>()
  typeCache.set(selection, cached)
  const found = cached.get(typeName) ?? createReader(fragments)(sources.get(selection) ?? [], applies)
  cached.set(typeName, found)
  return found
}

type Read = (sets: readonly SelectionSetNode[], applies?: (condition: string) => boolean) => Selection

/** Merges selection sets. The same ones are merged once, so that a fragment is not copied for each spread. */
function createReader(fragments: Info['fragments']): Read {
  const ids = new Map<SelectionSetNode, number>()
  const made = new Map<string, Selection>()
  const setId = (set: SelectionSetNode) => {
    const id = ids.get(set) ?? ids.size
    ids.set(set, id)
    return id
  }
  const read: Read = (sets, applies) => {
    // The part for one type is that of the first call only.
    const key = applies ? '' : sets.map(setId).join()
    const cached = made.get(key)
    if (cached) return cached
    const below = [...fieldsOf(sets, fragments, applies)].map(
      ([name, found]) => [name, read([...found].flatMap(({ selectionSet }) => selectionSet ?? []))] as const,
    )
    const selection: Selection = new Map(below)
    made.set(key, selection)
    sources.set(selection, sets)
    return selection
  }
  return read
}

/** Returns the selected fields by name. Each fragment is visited once. */
function fieldsOf(
  roots: readonly SelectionSetNode[],
  fragments: Info['fragments'],
  applies: (condition: string) => boolean = () => true,
): Map<string, Set<FieldNode>> {
  const fields = new Map<string, Set<FieldNode>>()
  const sets = new Set(roots)
  // Iteration of a Set includes items added during it.
  for (const { selections } of sets) {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        fields.set(node.name.value, (fields.get(node.name.value) ?? new Set()).add(node))
        continue
      }
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value]
      const condition = fragment?.typeCondition?.name.value
      if (fragment && (condition === undefined || applies(condition))) sets.add(fragment.selectionSet)
    }
  }
  return fields
}
