/** A key with brackets: `name[]`, `name[0]`, `name[key]` or `name[0][key]`. */
const BRACKETS = /^([^[\]]+)\[(.*)\]$/
/** Text between the outer brackets of `name[0][key]`, `name[0][key][]` and `name[0][key][subkey]`, the deepest. */
const FIELD_OF_ITEM = /^(\d+)\]\[([^[\]]+)(?:\]\[([^[\]]*))?$/

/** The key of a parameter between its outer brackets, with its value. */
type Entry = [key: string, value: unknown]

/**
 * Returns the parameters of a query by name. `name=1&name=2`, `name[]=1&name[]=2` and `name[0]=1&name[1]=2` are
 * the same list, in which indexed values follow the others in the order of their indexes. `name[key]=value` is an
 * object, and a list with an object where other values of the name are sent. `name[0][key]=value` is a list of objects.
 * Such a parameter is never dropped: a filter that cannot be read must be refused.
 */
export function queryParameters(query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(query)
  if (!names.some((name) => name.includes('['))) return query
  const parameters: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const bracketed = new Map<string, Entry[]>()
  for (const name of names) {
    const [, base, key] = BRACKETS.exec(name) ?? []
    if (base === undefined || key === undefined) parameters[name] = query[name]
    else bracketed.set(base, [...(bracketed.get(base) ?? []), [key, query[name]]])
  }
  for (const [name, entries] of bracketed)
    parameters[name] = valueOf(name in parameters ? [parameters[name]] : [], entries)
  return parameters
}

/** Combines the plain values of a parameter with those whose name has brackets. */
function valueOf(plain: unknown[], entries: Entry[]): unknown {
  const appended = entries.filter(([key]) => key === '').map(([, value]) => value)
  const indexed = [...entries.filter(([key]) => /^\d+$/.test(key)), ...itemsOf(entries)]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, value]) => value)
  const named = entries.filter(([key]) => !/^\d*$/.test(key) && !FIELD_OF_ITEM.test(key))
  const list = [plain, appended, indexed].flat(2)
  if (named.length === 0) return list
  const object = Object.fromEntries(named)
  return list.length === 0 ? object : [...list, object]
}

/** Returns the objects in a list with their indexes. */
function itemsOf(entries: Entry[]): Entry[] {
  const items = new Map<string, Entry[]>()
  for (const [key, value] of entries) {
    const [, index, name, subkey] = FIELD_OF_ITEM.exec(key) ?? []
    if (index === undefined || name === undefined) continue
    const field = subkey === undefined ? name : `${name}[${subkey}]`
    items.set(index, [...(items.get(index) ?? []), [field, value]])
  }
  return [...items].map(([index, fields]) => [index, { ...queryParameters(Object.fromEntries(fields)) }])
}
