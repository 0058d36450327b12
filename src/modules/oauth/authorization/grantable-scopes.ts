import type { TeamRole } from '../../../db/generated/tables.ts'
import type { CheckedRequest } from './check-authorization-request.ts'

/** Returns the scopes that a person with a role can grant to a client: others than admins only those of reading. */
export const grantableScopes = ({ declaredScopes }: CheckedRequest['app'], role: TeamRole | null): string[] =>
  declaredScopes.filter((scope) => role === 'admin' || scope.endsWith(':read'))
