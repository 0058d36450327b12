import type { AccessTokens } from '../../../auth/access-token.ts'
import type { Db } from '../../../db/database.ts'
import type { AppRow } from '../apps/find-app.ts'
import { authenticateClient, type ClientCredentials } from './authenticate-client.ts'
import { findToken } from './find-token.ts'
import { narrowScopes } from './narrow-scopes.ts'

/** What a live token is worth. */
export type TokenFacts = {
  kind: 'access' | 'refresh'
  clientId: string
  organizationId: number
  /** The person of `self`, the bot user of `app`. */
  userId: number
  /** What it could do at this moment. */
  scopes: string[]
  issuedAt: Date
  /** Null for a refresh token, which lasts until it is used. */
  expiresAt: Date | null
}

/**
 * What one of the client's own tokens is worth at this moment (RFC 7662); null when it is worth nothing, is unknown, or
 * is another client's.
 * @throws AppError with `invalid_client` (401)
 */
export async function introspectToken(
  { db, accessTokens }: { db: Db; accessTokens: AccessTokens },
  client: ClientCredentials,
  token: string,
): Promise<TokenFacts | null> {
  const app = await authenticateClient(db, client)
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

/** Whether the one it acts as still can: for `self`, as part of the team. */
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
