import {
  getNamedType,
  isAbstractType,
  isObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Scope } from '../../auth/scopes.ts'
import { forbidden, missingScope } from '../../lib/errors.ts'
import type { Access, FieldAccess } from './access.ts'
import { selectedFields, selectedFieldsOfType, selectionOfType, type Selection } from './selection.ts'
import { TYPE_SCOPES, type TypeScope } from './type-scopes.ts'

/**
 * Checks that an OAuth token has the scopes for all selections below a root field, before anything is read or
 * written. A field that returns an object of another type (`Post.comments`) requires the scope of that type.
 * Without it, only its public fields can be selected. Types without a declared scope are rejected.
 * @throws AppError MISSING_SCOPE with the scope's name, FORBIDDEN for types closed to tokens
 */
export function assertSelectionScopes({ scopes }: Caller, access: Access, info: GraphQLResolveInfo): void {
  // A field without authentication requires no scope.
  if (scopes === null || (access.require === 'anyone' && access.scope === undefined)) return
  const type = getNamedType(info.returnType)
  const kind = access.scope === 'any' ? null : scopeSubject(access.scope)
  const { schema, fragments } = info
  const context = { scopes, kind, schema, fragments, open: new Map<Selection, Set<string>>() }
  assertType(context, type, selectedFields(info), { publicFields: access.publicFields })
}

/**
 * Checks that an OAuth token has the scopes for what a field that returns a Node selects on one type.
 * @throws AppError as `assertSelectionScopes`
 */
export function assertNodeScopes({ scopes }: Caller, typeName: string, info: GraphQLResolveInfo): void {
  const type = info.schema.getType(typeName)
  if (scopes === null || !isObjectType(type)) return
  const { schema, fragments } = info
  const context = { scopes, kind: null, schema, fragments, open: new Map<Selection, Set<string>>() }
  assertType(context, type, selectedFieldsOfType(info, appliesTo(type)), {})
}

/** Returns whether a fragment on a type applies to objects of `type`. */
const appliesTo = (type: GraphQLObjectType) => (condition: string) =>
  condition === type.name || type.getInterfaces().some(({ name }) => name === condition)

/**
 * State of the check. `kind` is the scope subject that is permitted here, such as `posts`, or null. `open`
 * contains the types and access already checked for each selection.
 */
type SelectionContext = {
  scopes: ReadonlySet<Scope>
  kind: string | null
  schema: GraphQLResolveInfo['schema']
  fragments: GraphQLResolveInfo['fragments']
  open: Map<Selection, Set<string>>
}

function assertType(
  context: SelectionContext,
  type: GraphQLNamedType,
  below: Selection,
  access: FieldAccess,
): void {
  if (isAbstractType(type)) {
    // The fields that return a Node call `assertNodeScopes` for the type that they find.
    if (type.name === 'Node') return
    for (const possible of context.schema.getPossibleTypes(type)) {
      const own = selectionOfType(below, context.fragments, possible.name, appliesTo(possible))
      assertType(context, possible, own, access)
    }
    return
  }
  if (!isObjectType(type)) return
  const open = context.open.get(below) ?? new Set()
  context.open.set(below, open)
  const way = JSON.stringify([type.name, context.kind, access.scope, access.publicFields])
  if (open.has(way)) return
  open.add(way)
  const home = typeScopeOf(type)
  if (home === undefined) throw forbidden('This is not open to OAuth tokens')
  const isOpen =
    home === null ||
    access.scope === 'any' ||
    scopeSubject(home.scope) === context.kind ||
    context.scopes.has(home.scope)
  const shown = isOpen
    ? null
    : new Set(['__typename', ...(home.publicFields ?? []), ...(access.publicFields ?? [])])
  if (shown && (isList(type) || ![...below.keys()].every((name) => shown.has(name))))
    throw missingScope(home?.scope ?? '')
  assertFields(
    { ...context, kind: home ? scopeSubject(home.scope) : context.kind },
    type,
    below,
    access.publicFields ?? [],
  )
}

function assertFields(
  context: SelectionContext,
  type: GraphQLObjectType,
  selection: Selection,
  shown: readonly string[],
) {
  // The objects of a payload are those that the root field returns.
  const payloadAccess = { publicFields: shown }
  const fields = type.getFields()
  for (const [name, below] of selection) {
    const field = fields[name]
    if (!field) continue
    const access = (field.extensions.access as FieldAccess | undefined) ?? {}
    const { scope } = access
    if (scope && scope !== 'any' && !shown.includes(name) && !context.scopes.has(scope))
      throw missingScope(scope)
    assertType(context, getNamedType(field.type), below, isPayload(type) ? payloadAccess : access)
  }
}

/** The scope's subject, `posts` for `posts:write`. A write scope includes reading its subject. */
const scopeSubject = (scope: Scope | undefined) => scope?.split(':')[0] ?? null

const typeScopeCache = new WeakMap<GraphQLNamedType, { home: TypeScope | null | undefined }>()

/** Returns the scope of a type. Undefined for types closed to tokens. */
function typeScopeOf(type: GraphQLNamedType): TypeScope | null | undefined {
  if (isPayload(type)) return null
  const cached = typeScopeCache.get(type)
  if (cached) return cached.home
  const item = listItemType(type)
  const home = item ? typeScopeOf(item) : TYPE_SCOPES[type.name]
  typeScopeCache.set(type, { home })
  return home
}

/** Returns the item type of a connection or edge. */
function listItemType(type: GraphQLNamedType): GraphQLNamedType | null {
  if (!isObjectType(type) || !isList(type)) return null
  const { nodes, node } = type.getFields()
  return getNamedType((nodes ?? node)?.type) ?? null
}

const isPayload = ({ name }: GraphQLNamedType) => /Payload$/.test(name)

const isList = (type: GraphQLObjectType) => /(Connection|Edge)$/.test(type.name)
