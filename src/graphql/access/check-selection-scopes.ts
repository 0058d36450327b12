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
import { selectedBelow, type Selection } from './selection.ts'
import { TYPE_SCOPES, type TypeScope } from './type-scopes.ts'

/**
 * Refuses an OAuth token that asks for more below a root field than its scopes open, before anything is read or
 * written. Where one object leads to another of a different kind (`Post.comments`), the token needs the scope of
 * that kind, or asks for no more than the object is referred to by. Deny by default.
 * @throws AppError MISSING_SCOPE with the scope's name, FORBIDDEN for what is closed to tokens
 */
export function assertReach({ scopes }: Caller, access: Access, info: GraphQLResolveInfo): void {
  // What needs no credential needs no scope either.
  if (scopes === null || (access.need === 'anyone' && access.scope === undefined)) return
  const type = getNamedType(info.returnType)
  const kind = access.scope === 'any' ? null : kindOf(access.scope)
  const place = { scopes, kind, schema: info.schema, open: new Map<Selection, Set<string>>() }
  assertTarget(place, type, selectedBelow(info), { shows: access.shows })
}

/**
 * Where in an operation we stand: `kind` is what the token may see here, such as `posts`; null for nothing in particular.
 * `open` holds the types, with how they were come to, for which a selection was looked through already.
 */
type Place = {
  scopes: ReadonlySet<Scope>
  kind: string | null
  schema: GraphQLResolveInfo['schema']
  open: Map<Selection, Set<string>>
}

function assertTarget(place: Place, type: GraphQLNamedType, below: Selection, access: FieldAccess): void {
  if (isAbstractType(type)) {
    for (const possible of place.schema.getPossibleTypes(type)) assertTarget(place, possible, below, access)
    return
  }
  if (!isObjectType(type)) return
  const open = place.open.get(below) ?? new Set()
  place.open.set(below, open)
  const way = JSON.stringify([type.name, place.kind, access.scope, access.shows])
  if (open.has(way)) return
  open.add(way)
  const home = homeOf(type)
  if (home === undefined) throw forbidden('This is not open to OAuth tokens')
  const isOpen =
    home === null ||
    access.scope === 'any' ||
    kindOf(home.scope) === place.kind ||
    place.scopes.has(home.scope)
  const shown = isOpen ? null : new Set(['__typename', ...(home.shows ?? []), ...(access.shows ?? [])])
  if (shown && (isList(type) || ![...below.keys()].every((name) => shown.has(name))))
    throw missingScope(home?.scope ?? '')
  assertFields({ ...place, kind: home ? kindOf(home.scope) : place.kind }, type, below, access.shows ?? [])
}

function assertFields(place: Place, type: GraphQLObjectType, selection: Selection, shown: readonly string[]) {
  const fields = type.getFields()
  for (const [name, below] of selection) {
    const field = fields[name]
    if (!field) continue
    const access = (field.extensions.access as FieldAccess | undefined) ?? {}
    const { scope } = access
    if (scope && scope !== 'any' && !shown.includes(name) && !place.scopes.has(scope))
      throw missingScope(scope)
    assertTarget(place, getNamedType(field.type), below, access)
  }
}

/** `posts` of `posts:write`: whoever may write a kind of thing sees what they have written. */
const kindOf = (scope: Scope | undefined) => scope?.split(':')[0] ?? null

const homes = new WeakMap<GraphQLNamedType, { home: TypeScope | null | undefined }>()

/** What opens a type; undefined when nothing does. */
function homeOf(type: GraphQLNamedType): TypeScope | null | undefined {
  const known = homes.get(type)
  if (known) return known.home
  const item = itemOf(type)
  const home = item ? homeOf(item) : TYPE_SCOPES[type.name]
  homes.set(type, { home })
  return home
}

/** What a page or an edge of a list holds. */
function itemOf(type: GraphQLNamedType): GraphQLNamedType | null {
  if (!isObjectType(type) || !isList(type)) return null
  const { nodes, node } = type.getFields()
  return getNamedType((nodes ?? node)?.type) ?? null
}

const isList = (type: GraphQLObjectType) => /(Connection|Edge)$/.test(type.name)
