import { IDENTIFICATION, inShare } from '../db/sharing/connection-share.ts'
import type { Db } from '../db/database.ts'
import type { OAuthResource } from '../db/generated/tables.ts'
import { databaseNow } from '../db/time.ts'
import { unauthorized, forbidden } from '../lib/errors.ts'
import { decrypt } from '../lib/crypto/encryption.ts'
import { looksLikeAccessToken, type AccessTokens } from './access-token.ts'
import { looksLikeApiKey, type ApiKeys, type ApiKeyRecord } from './api-key.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import { callerOfToken } from './caller-of-token.ts'
import { isCurrentSession } from './current-session.ts'
import type { Credentials } from './credentials.ts'
import type { Keys } from './keys.ts'
import { portalOf, type Portal } from './portal-base.ts'
import { looksLikeSession, verifySessionToken, type Site } from './session-token.ts'
import { sealedLocation } from './sealed-columns.ts'
import { looksLikeStoredSession, type Sessions } from './sessions.ts'
import { verifySsoToken } from './sso-token.ts'
import type { ProvisionUser, UserRecord } from './user-record.ts'

type AuthServices = {
  db: Db
  apiKeys: ApiKeys
  accessTokens: AccessTokens
  sessions: Sessions
  keys: Keys
  /** The server's URL, the issuer of session tokens. */
  site: Site
  provisionUser: ProvisionUser
}

/**
 * Authenticates the caller (contract 1). The API key identifies the organization, a JWT the user. An access
 * token identifies both and excludes other credentials. It is valid for its own resource only: the routes of
 * `resource`, by default all but `/mcp`.
 * @throws AppError UNAUTHORIZED for an invalid credential, FORBIDDEN when a session's user does not belong to
 * the named organization.
 */
export function identify(
  services: AuthServices,
  credentials: Credentials,
  resource: OAuthResource = 'api',
): Promise<Caller> {
  return inShare(IDENTIFICATION, () => findCaller(services, credentials, resource))
}

async function findCaller(
  services: AuthServices,
  credentials: Credentials,
  resource: OAuthResource,
): Promise<Caller> {
  const token = credentials.authorization?.replace(/^Bearer(\s+|$)/i, '').trim()
  if (token && looksLikeAccessToken(token))
    return callerOfToken(services.accessTokens, token, { ...credentials, resource })
  // Clients without OAuth of `/mcp` send one header only.
  if (token && resource === 'mcp' && credentials.apiKey === undefined && looksLikeApiKey(token))
    return asKey(await findKey(services, token))
  const key = credentials.apiKey === undefined ? null : await findKey(services, credentials.apiKey)
  if (credentials.authorization !== undefined && !token) throw unauthorized('User token is invalid')
  if (!token) return key ? asKey(key) : ANONYMOUS
  if (looksLikeStoredSession(token)) return asStoredSession(services, token, key, credentials.organization)
  return looksLikeSession(token, services.site)
    ? asSession(services, token, key, credentials.organization)
    : asSso(services, token, key, credentials.organization)
}

async function findKey(services: AuthServices, key: string): Promise<ApiKeyRecord> {
  const found = await services.apiKeys.find(key.trim())
  if (!found) throw unauthorized()
  return found
}

function asKey(key: ApiKeyRecord): Caller {
  return {
    ...ANONYMOUS,
    authority: 'key',
    organizationId: key.organizationId,
    portal: portalOf(key),
    actorId: key.creatorId,
    role: key.creatorRole,
    apiKeyId: key.id,
    credential: `key:${key.id}`,
  }
}

async function asStoredSession(
  { sessions }: AuthServices,
  token: string,
  key: ApiKeyRecord | null,
  slug: string | undefined,
): Promise<Caller> {
  const named = key?.organizationId ?? slug
  const found = await sessions.find(token, named)
  if (!found) throw unauthorized('User token is invalid')
  const { id: sessionId, accountId, organization, user } = found
  if (named === undefined && accountId !== null) return { ...asAccount(accountId), sessionId }
  if (!organization || !user) throw forbidden()
  return { ...asPerson(user, organization, key, accountId), sessionId }
}

async function asSession(
  services: AuthServices,
  token: string,
  key: ApiKeyRecord | null,
  slug: string | undefined,
) {
  const proof = await verifySessionToken(token, services.keys.sessions, services.site)
  if (!proof) throw unauthorized('User token is invalid')
  const { accountId } = proof
  const named = key?.organizationId ?? slug
  const [current, organization] = await Promise.all([
    isCurrentSession(services.db, proof),
    named === undefined ? undefined : organizationNamed(services.db, named),
  ])
  if (!current) throw unauthorized('User token is invalid')
  if (named === undefined) return asAccount(accountId)
  const user = organization && (await userOfAccount(services.db, organization.id, accountId))
  if (!user) throw forbidden()
  return asPerson(user, organization, key, accountId)
}

async function asSso(
  services: AuthServices,
  token: string,
  key: ApiKeyRecord | null,
  slug: string | undefined,
) {
  const named = key?.organizationId ?? slug
  const organization = named === undefined ? undefined : await organizationNamed(services.db, named)
  const identity =
    organization && (await verifySsoToken(token, ssoKeyOf(services.keys, organization), organization))
  if (!identity) throw unauthorized('User token is invalid')
  const user = await services.provisionUser(services.db, organization.id, identity)
  const isTrusted = key !== null || organization.ssoForTeam
  return asPerson(isTrusted ? user : { ...user, role: null }, organization, key, null)
}

function ssoKeyOf({ encryption }: Keys, { id, ssoKeyCiphertext }: { id: number; ssoKeyCiphertext: Buffer }) {
  return decrypt(encryption, ssoKeyCiphertext, sealedLocation('organizations.sso_key_ciphertext', id, id))
}

function asAccount(accountId: number): Caller {
  return {
    ...ANONYMOUS,
    authority: 'person',
    accountId,
    authenticated: true,
    credential: `account:${accountId}`,
  }
}

type NamedOrganization = Pick<Portal, 'id' | 'slug' | 'portalUrl' | 'visibility'>

function asPerson(
  user: UserRecord,
  organization: NamedOrganization,
  key: ApiKeyRecord | null,
  accountId: number | null,
): Caller {
  return {
    ...ANONYMOUS,
    authority: key ? 'key' : 'person',
    organizationId: organization.id,
    portal: portalOf(organization),
    actorId: user.id,
    role: user.role,
    authenticated: true,
    blocked: user.blocked,
    visits: user.blocked && key === null ? organization.visibility : null,
    accountId,
    credential: key ? `key:${key.id}` : `user:${user.id}`,
  }
}

function organizationNamed(db: Db, idOrSlug: number | string) {
  return db
    .selectFrom('organizations')
    .select(['id', 'slug', 'portalUrl', 'visibility', 'ssoForTeam', 'ssoKeyCiphertext', databaseNow.as('at')])
    .where(typeof idOrSlug === 'number' ? 'id' : 'slug', '=', idOrSlug)
    .executeTakeFirst()
}

/** Returns the person that an account has accepted to be in an organization (contract 1.3). */
function userOfAccount(db: Db, organizationId: number, accountId: number): Promise<UserRecord | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'blocked'])
    .where('organizationId', '=', organizationId)
    .where('accountId', '=', accountId)
    .where('acceptedAt', 'is not', null)
    .executeTakeFirst()
}
