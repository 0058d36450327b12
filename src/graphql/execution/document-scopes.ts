import {
  Kind,
  parse,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLFieldMap,
  type GraphQLSchema,
} from 'graphql'
import { ANONYMOUS } from '../../auth/caller.ts'
import type { Scope } from '../../auth/scopes.ts'
import { AppError } from '../../lib/errors.ts'
import { assertAccess, type Access } from '../access/access.ts'
import { assertSelectionScopes } from '../access/check-selection-scopes.ts'

/**
 * Creates the function that returns the OAuth scopes which a stored document needs, as the checks of every call find
 * them. Computed once per document.
 */
export function createDocumentScopes(schema: GraphQLSchema): (document: string) => readonly Scope[] {
  const cache = new Map<string, readonly Scope[]>()
  return (document) => {
    const scopes = cache.get(document) ?? scopesOf(schema, document)
    cache.set(document, scopes)
    return scopes
  }
}

/** Adds the scope that a check finds missing, until a caller with all of them passes. */
function scopesOf(schema: GraphQLSchema, document: string): readonly Scope[] {
  const scopes = new Set<Scope>()
  const check = checkOf(schema, document)
  for (let missing = check(scopes); missing; missing = check(scopes)) scopes.add(missing)
  return [...scopes].sort()
}

/** Returns the check of a document, which returns the first scope that a set lacks. */
function checkOf(schema: GraphQLSchema, document: string): (scopes: Set<Scope>) => Scope | null {
  const { definitions } = parse(document)
  const fragments: Record<string, FragmentDefinitionNode> = {}
  for (const node of definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node
  const fields = definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return []
    const roots = schema.getRootType(node.operation)?.getFields() ?? {}
    return node.selectionSet.selections.flatMap((selection) => rootOf(roots, selection as FieldNode))
  })
  return (scopes) => {
    const caller = { ...ANONYMOUS, authority: 'app' as const, scopes }
    try {
      for (const { access, field, type } of fields) {
        assertAccess(caller, access)
        const info = { schema, fragments, fieldNodes: [field], returnType: type }
        assertSelectionScopes(caller, access, info as never)
      }
      return null
    } catch (error) {
      if (error instanceof AppError && error.code === 'MISSING_SCOPE') return error.details?.scope as Scope
      throw error
    }
  }
}

/** Returns a root field with its access and its type. */
function rootOf(roots: GraphQLFieldMap<unknown, unknown>, field: FieldNode) {
  const root = roots[field.name.value]
  return root ? [{ field, access: root.extensions.access as Access, type: root.type }] : []
}
