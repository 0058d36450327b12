import { parseScope } from '../authorization/resolve-scopes.ts'
import { oauthError } from '../errors.ts'

/**
 * The scopes of a refreshed access token: those asked for, else all that are left of the grant: what the install and
 * the app's declaration still have of it. Never more (RFC 6749 chapter 6).
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
  if (wider !== undefined) throw oauthError('invalid_scope', `The scope ${wider} was not granted`)
  return scopes
}
