import type { AccessTokens } from '../../../auth/access-token.ts'
import type { Db } from '../../../db/database.ts'
import type { AppRow } from '../apps/find-app.ts'
import { clientRefused } from '../errors.ts'
import { authenticateClient, type ClientCredentials } from './authenticate-client.ts'
import { findToken, organizationOfToken } from './find-token.ts'
import { narrowScopes } from './narrow-scopes.ts'

/** State of an active token. */
export type TokenState = {
  kind: 'access' | 'refresh'
  clientId: string
  organizationId: number
  /** Person for `self`, bot user for `app`. */
  userId: number
  /** Effective scopes at this moment. */
  scopes: string[]
  issuedAt: Date
  /** Null for a refresh token, which is valid until it is used. */
  expiresAt: Date | null
}

/**
 * Returns the current state of one of the client's tokens (RFC 7662). Null if it is inactive, unknown, or
 * belongs to another client.
 * @throws AppError with `invalid_client` (401)
 */
export async function introspectToken(
  { db, accessTokens }: { db: Db; accessTokens: AccessTokens },
  client: ClientCredentials,
  token: string,
): Promise<TokenState | null> {
  const app = await authenticateClient(db, client, organizationOfToken(token))
  // RFC 7662 section 2.1 requires authentication.
  if (app.kind !== 'registered') throw clientRefused('A public client cannot introspect tokens')
  const found = await findToken(db, app, token)
  if (!found || found.rotatedAt || found.revokedAt || found.installRevokedAt || app.suspendedAt) return null
  const { kind, organizationId, userId, createdAt: issuedAt } = found
  const facts = { kind, clientId: app.clientId, organizationId, userId, issuedAt }
  if (kind === 'refresh')
    return (await isActing(db, found)) ? { ...facts, scopes: grantOf(found, app), expiresAt: null } : null
  const existing = await accessTokens.find(token)
  return existing && { ...facts, scopes: [...existing.scopes], expiresAt: existing.expiresAt }
}

type Found = NonNullable<Awaited<ReturnType<typeof findToken>>>

const grantOf = ({ grantScopes, installScopes }: Found, { declaredScopes }: AppRow) =>
  narrowScopes({ granted: grantScopes, limits: [installScopes, declaredScopes] }, null)

/** Returns whether the user can still act. For `self`, the person must be in the team. */
async function isActing(db: Db, { actor, organizationId, userId }: Found): Promise<boolean> {
  if (actor === 'app') return true
  const person = await db
    .selectFrom('users')
    .select('role')
    .where('organizationId', '=', organizationId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return person?.role != null
}
