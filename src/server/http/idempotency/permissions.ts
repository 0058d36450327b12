import type { Caller } from '../../../auth/caller.ts'

/** Role and scopes of a caller, on which fields of a response depend. Null scopes are unrestricted. */
export type Permissions = { role: Caller['role']; scopes: readonly string[] | null }

/** Returns the permissions of a caller. An API key alone has no role, because it acts as the organization. */
export function permissionsOf({ authority, authenticated, role, scopes }: Caller): Permissions {
  const isKey = authority === 'key' && !authenticated
  return { role: isKey ? null : role, scopes: scopes && [...scopes] }
}

/** Whether a caller may read all that a caller with the permissions `before` could. */
export function includesPermissions({ role, scopes }: Permissions, before: Permissions): boolean {
  const hasRole = role === before.role || role === 'admin' || before.role === null
  return hasRole && (scopes === null || (before.scopes?.every((scope) => scopes.includes(scope)) ?? false))
}
