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
import { selectedFields, type Selection } from './selection.ts'
import { TYPE_SCOPES, type TypeScope } from './type-scopes.ts'

/**
 * Refuses an OAuth token that asks for more below a root field than its scopes open, before anything is read or
 * written. Where one object leads to another of a different kind (`Post.comments`), the token needs the scope of
 * that kind, or asks for no more than the object is referred to by. Deny by default.
 * @throws AppError MISSING_SCOPE with the scope's name, FORBIDDEN for what is closed to tokens
 */
export function assertSelectionScopes({ scopes }: Caller, access: Access, info: GraphQLResolveInfo): void {
  // What needs no credential needs no scope either.
  if (scopes === null || (access.require === 'anyone' && access.scope === undefined)) return
  const type = getNamedType(info.returnType)
  const kind = access.scope === 'any' ? null : scopeSubject(access.scope)
  const context = { scopes, kind, schema: info.schema, open: new Map<Selection, Set<string>>() }
  assertType(context, type, selectedFields(info), { publicFields: access.publicFields })
}

/**
 * Where in an operation we stand: `kind` is what the token may see here, such as `posts`; null for nothing in particular.
 * `open` holds the types, with how they were come to, for which a selection was looked through already.
 */
type SelectionContext = {
  scopes: ReadonlySet<Scope>
  kind: string | null
  schema: GraphQLResolveInfo['schema']
  open: Map<Selection, Set<string>>
}

function assertType(
  context: SelectionContext,
  type: GraphQLNamedType,
  below: Selection,
  access: FieldAccess,
): void {
  if (isAbstractType(type)) {
    for (const possible of context.schema.getPossibleTypes(type)) assertType(context, possible, below, access)
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
  const fields = type.getFields()
  for (const [name, below] of selection) {
    const field = fields[name]
    if (!field) continue
    const access = (field.extensions.access as FieldAccess | undefined) ?? {}
    const { scope } = access
    if (scope && scope !== 'any' && !shown.includes(name) && !context.scopes.has(scope))
      throw missingScope(scope)
    assertType(context, getNamedType(field.type), below, access)
  }
}

/** `posts` of `posts:write`: whoever may write a kind of thing sees what they have written. */
const scopeSubject = (scope: Scope | undefined) => scope?.split(':')[0] ?? null

const typeScopeCache = new WeakMap<GraphQLNamedType, { home: TypeScope | null | undefined }>()

/** What opens a type; undefined when nothing does. */
function typeScopeOf(type: GraphQLNamedType): TypeScope | null | undefined {
  const known = typeScopeCache.get(type)
  if (known) return known.home
  const item = listItemType(type)
  const home = item ? typeScopeOf(item) : TYPE_SCOPES[type.name]
  typeScopeCache.set(type, { home })
  return home
}

/** What a page or an edge of a list holds. */
function listItemType(type: GraphQLNamedType): GraphQLNamedType | null {
  if (!isObjectType(type) || !isList(type)) return null
  const { nodes, node } = type.getFields()
  return getNamedType((nodes ?? node)?.type) ?? null
}

const isList = (type: GraphQLObjectType) => /(Connection|Edge)$/.test(type.name)
