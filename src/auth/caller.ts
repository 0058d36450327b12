import type { ActorMode, OrganizationVisibility, TeamRole } from '../db/generated/tables.ts'
import type { PortalAddress } from './portal-base.ts'
import type { Scope } from './scopes.ts'

/**
 * The authenticated party of a request. `authority` is its kind of credential:
 * - `none`: no credential
 * - `key`: an organization's API key, with or without the JWT of a user
 * - `person`: a user JWT alone
 * - `app`: an OAuth access token
 * - `visitor`: none, on the public pages of an organization. Only those pages create it
 */
export type Caller = {
  authority: 'none' | 'key' | 'person' | 'app' | 'visitor'
  /** The organization of the request. Null when none is named. */
  organizationId: number | null
  /** Columns that determine the address of the organization's portal. Null without an organization. */
  portal: PortalAddress | null
  /** Visibility of the public pages, for a caller who sees only those. Null for other callers. */
  visits: OrganizationVisibility | null
  /** Writes that the organization permits a visitor without a session. */
  anonymously: AnonymousWrites
  /** Id of the changelog entry that a visitor previews before its publication. Null for other callers. */
  previews: number | null
  /** The user to whom writes are attributed, in that organization. */
  actorId: number | null
  /** The actor's current team role. Null for customers. */
  role: TeamRole | null
  /** Whether a JWT or an access token authenticates the actor. */
  authenticated: boolean
  blocked: boolean
  /** The account of a session token, which may belong to several organizations. */
  accountId: number | null
  /** The stored session of the credential. Null for any other credential, such as a JWT. */
  sessionId: number | null
  /** The access token. Null for any other credential. */
  accessTokenId: number | null
  /** Granted scopes. Null is unrestricted. */
  scopes: ReadonlySet<Scope> | null
  /** The install of an access token: its actor mode, and the scopes that its app may ask for. */
  install: { id: number; actor: ActorMode; declaredScopes: readonly string[] } | null
  /** API key that acts itself. Null when a user is authenticated. */
  apiKeyId: number | null
  /** Key under which requests are counted, for example `key:7`. */
  credential: string | null
}

/** Whether visitors may vote, and submit posts, without signing in. */
export type AnonymousWrites = { votes: boolean; posts: boolean }

export const ANONYMOUS: Caller = {
  authority: 'none',
  organizationId: null,
  portal: null,
  visits: null,
  anonymously: { votes: false, posts: false },
  previews: null,
  actorId: null,
  role: null,
  authenticated: false,
  blocked: false,
  accountId: null,
  sessionId: null,
  accessTokenId: null,
  scopes: null,
  install: null,
  apiKeyId: null,
  credential: null,
}

/**
 * Whether the caller has the team's view and rights, such as private buckets, internal comments and pending
 * posts. An API key alone acts as the organization. With a JWT, the user's role decides (contract 1 and 3).
 */
export function hasTeamView(caller: Caller): boolean {
  return (
    caller.authority === 'app' ||
    (caller.role !== null && !isShutOut(caller)) ||
    (caller.authority === 'key' && !caller.authenticated)
  )
}

/** Whether the team has blocked the person, who then reads what a visitor of public pages does (contract 1.6). */
export const isShutOut = ({ authority, blocked }: Caller): boolean => blocked && authority === 'person'

/** Whether the caller sees public objects only: a visitor or a blocked person. */
export const seesPublicOnly = (caller: Caller): boolean => isVisitor(caller) || isShutOut(caller)

/** Returns the id of the person whose own objects the caller sees beside others. Null for a blocked one. */
export const readerIdOf = (caller: Caller): number | null =>
  caller.blocked && seesPublicOnly(caller) ? null : caller.actorId

/** Whether the caller is an authenticated team member, which routes marked T in the contract require. */
export function isTeamMember(caller: Caller): boolean {
  return caller.authority === 'app' || (caller.authenticated && caller.role !== null)
}

/** Whether the caller is a visitor of public pages. */
export const isVisitor = ({ authority }: Caller): boolean => authority === 'visitor'

/** Whether the caller is an authenticated admin of the organization. An app never is. */
export function isAdmin(caller: Caller): boolean {
  return caller.authority !== 'app' && caller.authenticated && caller.role === 'admin'
}

/**
 * Viewer of a list: the team, or a person outside it, who may be unknown. A visitor or blocked person sees public
 * objects only.
 */
export type Viewer = { hasTeamView: boolean; isVisitor: boolean; actorId: number | null }

/** Returns the viewer whose lists a caller reads. */
export function viewerOf(caller: Caller): Viewer {
  return { hasTeamView: hasTeamView(caller), isVisitor: seesPublicOnly(caller), actorId: readerIdOf(caller) }
}
