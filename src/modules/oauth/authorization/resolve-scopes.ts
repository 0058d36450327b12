import { AGENT_SCOPES, READING_SCOPES, SCOPES } from '../../../auth/scopes.ts'
import { containing } from '../../../lib/errors.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthParameterError } from '../errors.ts'

/**
 * Returns the requested scopes without duplicates, or all declared scopes if none are requested (operation
 * `authorize`).
 * @throws AppError with `invalid_scope` for an empty list, or an unknown or undeclared scope
 */
export function resolveScopes(
  { declaredScopes }: Pick<AppRow, 'declaredScopes'>,
  asked: string | null | undefined,
): string[] {
  if (asked == null) return declaredScopes
  const scopes = parseKnownScopes(asked)
  const undeclared = scopes.find((scope) => !declaredScopes.includes(scope))
  if (undeclared !== undefined) throw invalidScope(containing(undeclared, 'the app does not declare'))
  return scopes
}

/**
 * Returns the requested scopes that a public client can have, without duplicates, or those of reading if none are
 * requested. The person chooses among them.
 * @throws AppError with `invalid_scope` for an unknown scope, or if none is left
 */
export function resolveAgentScopes(asked: string | null | undefined): string[] {
  if (asked == null) return [...READING_SCOPES]
  const able: readonly string[] = AGENT_SCOPES
  const scopes = parseKnownScopes(asked).filter((scope) => able.includes(scope))
  if (scopes.length === 0) throw invalidScope('contains no scope that a public client can have')
  return scopes
}

function parseKnownScopes(asked: string): string[] {
  const scopes = parseScope(asked)
  const unknown = scopes.find((scope) => !Object.hasOwn(SCOPES, scope))
  if (unknown !== undefined) throw invalidScope(containing(unknown, 'is not a scope'))
  return scopes
}

/**
 * Parses a `scope` parameter without duplicates (RFC 6749 section 3.3).
 * @throws AppError with `invalid_scope` if it is empty
 */
export function parseScope(scope: string): string[] {
  const scopes = [...new Set(scope.split(' ').filter((word) => word !== ''))]
  if (scopes.length === 0) throw invalidScope('must contain at least one scope')
  return scopes
}

/** Returns the error for an invalid `scope` parameter. */
export const invalidScope = (predicate: string) => oauthParameterError('invalid_scope', 'scope', predicate)
