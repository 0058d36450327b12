import { SCOPES } from '../../../auth/scopes.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'

/**
 * The scopes that a request asks for, each once; all declared ones when it names none (specification 4.2).
 * @throws AppError with `invalid_scope` when the list is empty or holds one that is unknown or not declared
 */
export function resolveScopes(
  { declaredScopes }: Pick<AppRow, 'declaredScopes'>,
  asked: string | null | undefined,
): string[] {
  if (asked == null) return declaredScopes
  const scopes = parseScope(asked)
  const unknown = scopes.find((scope) => !Object.hasOwn(SCOPES, scope))
  if (unknown !== undefined) throw oauthError('invalid_scope', `The scope ${unknown} is unknown`)
  const undeclared = scopes.find((scope) => !declaredScopes.includes(scope))
  if (undeclared !== undefined)
    throw oauthError('invalid_scope', `The app does not declare the scope ${undeclared}`)
  return scopes
}

/** The words of a `scope` parameter, each once (RFC 6749 chapter 3.3). @throws AppError with `invalid_scope` when there are none */
export function parseScope(scope: string): string[] {
  const scopes = [...new Set(scope.split(' ').filter((word) => word !== ''))]
  if (scopes.length === 0) throw oauthError('invalid_scope', 'scope must name at least one scope')
  return scopes
}
