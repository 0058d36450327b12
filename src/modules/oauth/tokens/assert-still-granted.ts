import type { Transaction } from '../../../db/database.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthError } from '../errors.ts'
import type { CodeRow } from './consume-code.ts'

/**
 * Throws unless a consent is still valid at the exchange. The person must be an admin of the target
 * organization. The app must declare the scopes, allow the actor and have the redirect URI registered.
 * @throws AppError with `invalid_grant`
 */
export async function assertStillGranted(tx: Transaction, app: AppRow, code: CodeRow): Promise<void> {
  if (!app.redirectUris.includes(code.redirectUri))
    throw oauthError('invalid_grant', 'The redirect URI is no longer registered')
  if (!app.allowedActorModes.includes(code.actor))
    throw oauthError('invalid_grant', `The app no longer allows the actor ${code.actor}`)
  const undeclared = code.scopes.find((scope) => !app.declaredScopes.includes(scope))
  if (undeclared !== undefined)
    throw oauthError('invalid_grant', `The app no longer declares the scope ${undeclared}`)
  const admin = await tx
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', code.organizationId)
    .where('id', '=', code.userId)
    .where('role', '=', 'admin')
    .where('blocked', '=', false)
    .executeTakeFirst()
  if (!admin)
    throw oauthError('invalid_grant', 'The person who consented is no longer an admin of the organization')
}
