import { containing } from '../../../lib/errors.ts'
import { invalidScope, parseScope } from '../authorization/resolve-scopes.ts'

/**
 * Returns the scopes of a refreshed access token. These are the requested scopes, or by default the granted
 * scopes that the install and the app still have. They never exceed the latter (RFC 6749 section 6).
 * @throws AppError with `invalid_scope`
 */
export function narrowScopes(
  { granted, limits }: { granted: string[]; limits: string[][] },
  asked: string | null | undefined,
): string[] {
  const left = granted.filter((scope) => limits.every((limit) => limit.includes(scope)))
  if (asked == null) return left
  const scopes = parseScope(asked)
  const wider = scopes.find((scope) => !left.includes(scope))
  if (wider !== undefined) throw invalidScope(containing(wider, 'was not granted'))
  return scopes
}
