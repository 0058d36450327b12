import { containing, fieldErrors, type AppError } from '../../src/lib/errors.ts'
import type { introspection } from '../../src/lib/graphql-client/schema-types.ts'

/** Scope of the schema. */
export type Scope = introspection['types']['Scope']['enumValues']

/** Names of the scopes in the OAuth protocol. */
const NAMES: Record<Scope, string> = {
  POSTS_READ: 'posts:read',
  POSTS_WRITE: 'posts:write',
  COMMENTS_READ: 'comments:read',
  COMMENTS_WRITE: 'comments:write',
  VOTES_READ: 'votes:read',
  VOTES_WRITE: 'votes:write',
  CHANGELOG_READ: 'changelog:read',
  CHANGELOG_WRITE: 'changelog:write',
  ROADMAP_READ: 'roadmap:read',
  TAGS_READ: 'tags:read',
  TAGS_WRITE: 'tags:write',
  CUSTOMERS_READ: 'customers:read',
  CUSTOMERS_WRITE: 'customers:write',
  MEMBER_READ: 'member:read',
  MEMBER_WRITE: 'member:write',
  WEBHOOKS_MANAGE: 'webhooks:manage',
}

const SCOPES = new Map((Object.keys(NAMES) as Scope[]).map((scope) => [NAMES[scope], scope]))

/** Returns the name of a scope in the OAuth protocol. */
export const scopeName = (scope: Scope): string => NAMES[scope]

/** Returns the names of scopes in the OAuth protocol. */
export const scopeNames = (scopes: readonly Scope[]): string[] => scopes.map(scopeName)

/** Returns the scopes with the given names, or null if one is unknown. */
export function toScopes(names: readonly string[]): Scope[] | null {
  const scopes = names.flatMap((name) => SCOPES.get(name) ?? [])
  return scopes.length === names.length ? scopes : null
}

/** Returns the error for declared scopes of which one is unknown: 400 `invalid_scope` (contract 5). */
export function unknownScope(names: readonly string[]): AppError {
  const unknown = names.find((name) => !SCOPES.has(name))
  return fieldErrors(
    'INVALID_PARAM',
    { declaredScopes: ['contains an unknown scope'] },
    { details: { oauth: 'invalid_scope' }, predicate: containing(unknown, 'is not a scope') },
  )
}
