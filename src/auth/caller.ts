import type { ActorMode, TeamRole } from '../db/generated/tables.ts'
import type { Scope } from './scopes.ts'

/**
 * The authenticated party of a request. `authority` is its kind of credential:
 * - `none`: no credential
 * - `key`: an organization's API key, with or without the JWT of a user
 * - `person`: a user JWT alone
 * - `app`: an OAuth access token
 */
export type Caller = {
  authority: 'none' | 'key' | 'person' | 'app'
  /** The organization of the request. Null when none is named. */
  organizationId: number | null
  /** The organization's portal address. Null when it has none. */
  portalUrl: string | null
  /** The user to whom writes are attributed, in that organization. */
  actorId: number | null
  /** The actor's current team role. Null for customers. */
  role: TeamRole | null
  /** Whether a JWT or an access token authenticates the actor. */
  authenticated: boolean
  blocked: boolean
  /** The account of a session token, which may belong to several organizations. */
  accountId: number | null
  /** Granted scopes. Null is unrestricted. */
  scopes: ReadonlySet<Scope> | null
  /** The install of an access token and its actor mode. */
  install: { id: number; actor: ActorMode } | null
  /** API key that acts itself. Null when a user is authenticated. */
  apiKeyId: number | null
  /** Key under which requests are counted, for example `key:7`. */
  credential: string | null
}

export const ANONYMOUS: Caller = {
  authority: 'none',
  organizationId: null,
  portalUrl: null,
  actorId: null,
  role: null,
  authenticated: false,
  blocked: false,
  accountId: null,
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
    caller.role !== null ||
    (caller.authority === 'key' && !caller.authenticated)
  )
}

/** Whether the caller is an authenticated team member, which routes marked T in the contract require. */
export function isTeamMember(caller: Caller): boolean {
  return caller.authority === 'app' || (caller.authenticated && caller.role !== null)
}

/** Whether the caller is an authenticated admin of the organization. An app never is. */
export function isAdmin(caller: Caller): boolean {
  return caller.authority !== 'app' && caller.authenticated && caller.role === 'admin'
}

/** Viewer of a list: the team, or a person outside it, who may be unknown. */
export type Viewer = { hasTeamView: boolean; actorId: number | null }

/** Returns the viewer whose lists a caller reads. */
export function viewerOf(caller: Caller): Viewer {
  return { hasTeamView: hasTeamView(caller), actorId: caller.actorId }
}
