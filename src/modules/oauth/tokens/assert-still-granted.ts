import type { Transaction } from '../../../db/database.ts'
import type { AppRow } from '../apps/find-app.ts'
import { isPermitted } from '../authorization/consenting-memberships.ts'
import { oauthError } from '../errors.ts'
import { matchesRedirectUri } from '../public-clients/matches-redirect-uri.ts'
import type { CodeRow } from './consume-code.ts'

/**
 * Throws unless a consent is still valid at the exchange. The person must still be permitted to consent
 * in the target organization. The app must declare the scopes, allow the actor and have the redirect URI registered.
 * @throws AppError with `invalid_grant`
 */
export async function assertStillGranted(tx: Transaction, app: AppRow, code: CodeRow): Promise<void> {
  if (!matchesRedirectUri(app, code.redirectUri))
    throw oauthError('invalid_grant', 'The redirect URI is no longer registered')
  if (!app.allowedActorModes.includes(code.actor))
    throw oauthError('invalid_grant', `The app no longer allows the actor ${code.actor}`)
  const undeclared = code.scopes.find((scope) => !app.declaredScopes.includes(scope))
  if (undeclared !== undefined)
    throw oauthError('invalid_grant', `The app no longer declares the scope ${undeclared}`)
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('organizationId', '=', code.organizationId)
    .where('id', '=', code.userId)
    .$if(app.kind === 'registered', (users) => users.where('role', '=', 'admin'))
    .$if(app.kind !== 'registered', (users) => users.where(isPermitted(code.actor)))
    .where('blocked', '=', false)
    .executeTakeFirst()
  if (person) return
  throw app.kind === 'registered'
    ? oauthError('invalid_grant', 'The person who consented is no longer an admin of the organization')
    : oauthError('invalid_grant', 'The person who consented may no longer connect agents in the organization')
}
