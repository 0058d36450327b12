import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  type GraphQLField,
  type GraphQLObjectType,
} from 'graphql'
import type { Scope } from '../../../src/auth/scopes.ts'
import type { FieldAccess } from '../../../src/graphql/access/access.ts'
import { TYPE_SCOPES, type TypeScope } from '../../../src/graphql/access/type-scopes.ts'
import { schema } from '../../../src/schema.ts'
import { ALL_SCOPES } from '../fixtures/grants.ts'
import { rootFields, type RootField } from './root-fields.ts'

/**
 * A field that needs another scope than the root field, and a selection that reaches it from the root field.
 */
type ReachCase = { label: string; root: RootField; selection: string; scope: Scope }

/**
 * Every field of the schema below a root field that needs a scope which neither the root field nor the path
 * to it requires.
 */
export function reachCases(): ReachCase[] {
  const cases = new Map<string, ReachCase>()
  for (const scope of ALL_SCOPES.filter((name) => name.endsWith(':read'))) {
    for (const root of rootFields().filter(
      ({ access }) => access?.scope && kindOf(access.scope) !== kindOf(scope),
    ))
      for (const [label, path] of guardedBelow(root, scope))
        if (!cases.has(label)) cases.set(label, { label, root, scope, selection: nested(path) })
  }
  return [...cases.values()]
}

/** The types that are reachable from the operations open to tokens, regardless of scopes. */
export function typesInReach(): string[] {
  const found = new Set<string>()
  const visit = (type: GraphQLObjectType) => {
    if (found.has(type.name)) return
    found.add(type.name)
    for (const field of Object.values(type.getFields())) into(field)
  }
  const into = (field: GraphQLField<unknown, unknown>) => {
    const type = getNamedType(field.type)
    if (isObjectType(type)) visit(type)
    // The scopes of a Node are checked when its type is known.
    if (type.name === 'Node') return
    if (isInterfaceType(type)) schema.getPossibleTypes(type).forEach(visit)
  }
  for (const { field, access } of rootFields()) if (access?.scope) into(field)
  return [...found].sort()
}

/** The names of the types in the schema. */
export const typeNames = () => Object.keys(schema.getTypeMap())

/**
 * Searches breadth first, so that paths are short, and only over fields that a token with every scope except
 * this one may select.
 */
function* guardedBelow(root: RootField, scope: Scope): Generator<[label: string, path: string[]]> {
  const start = getNamedType(root.field.type)
  if (!isObjectType(start) || home(start)?.scope === scope) return
  const queue: { type: GraphQLObjectType; path: string[] }[] = [{ type: start, path: [] }]
  const seen = new Set([start.name])
  for (let here = queue.shift(); here; here = queue.shift()) {
    for (const field of Object.values(here.type.getFields())) {
      if (field.args.some(isRequiredArgument)) continue
      const path = [...here.path, field.name]
      const label = `${here.type.name}.${field.name}`
      const access = (field.extensions.access ?? {}) as FieldAccess
      const type = getNamedType(field.type)
      if (!isObjectType(type)) {
        if (access.scope === scope && !root.access?.publicFields?.includes(field.name)) yield [label, path]
        continue
      }
      const needed = home(type)
      const crosses = needed?.scope === scope && kindOf(needed.scope) !== kindOf(home(here.type)?.scope)
      if (crosses && access.scope !== 'any') {
        const hidden = hiddenIn(type, [...(needed.publicFields ?? []), ...(access.publicFields ?? [])])
        if (hidden) yield [`${label} ${hidden}`, [...path, hidden]]
      } else if (needed !== undefined && !seen.has(type.name)) {
        seen.add(type.name)
        queue.push({ type, path })
      }
    }
  }
}

const kindOf = (scope: string | undefined) => scope?.split(':')[0]

function home(type: GraphQLObjectType): TypeScope | null | undefined {
  const item = /(Connection|Edge)$/.test(type.name)
    ? (type.getFields().nodes ?? type.getFields().node)
    : undefined
  return TYPE_SCOPES[item ? getNamedType(item.type).name : type.name]
}

/** The name of a scalar field that is not among the public ones, or null. */
function hiddenIn(type: GraphQLObjectType, shown: readonly string[]): string | null {
  const item = type.getFields().nodes
  if (item) return `nodes { __typename }`
  const hidden = Object.values(type.getFields()).find(
    ({ name, type: of }) => !shown.includes(name) && !isObjectType(getNamedType(of)),
  )
  return hidden?.name ?? null
}

const nested = (path: string[]): string =>
  path.reduceRight((inner, name) => `{ ${name}${inner && ` ${inner}`} }`, '')
