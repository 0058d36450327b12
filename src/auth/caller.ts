import type { ActorMode, TeamRole } from '../db/generated/tables.ts'
import type { Scope } from './scopes.ts'

/**
 * Who is asking. `authority` says what they stand on:
 * - `none`: no credential
 * - `key`: an organization's API key, with or without the JWT of the person it writes for
 * - `person`: a user JWT alone
 * - `app`: an OAuth access token
 */
export type Caller = {
  authority: 'none' | 'key' | 'person' | 'app'
  /** The organization acted in; null when none was named. */
  organizationId: number | null
  /** That organization's own portal address; null when it has none. */
  portalUrl: string | null
  /** The person in that organization whom writes are attributed to. */
  actorId: number | null
  /** The actor's team role at this moment; null for customers. */
  role: TeamRole | null
  /** Whether the actor proved who they are with a JWT (or is a token's actor). */
  authenticated: boolean
  blocked: boolean
  /** Of a session token: the account, which may belong to several organizations. */
  accountId: number | null
  /** Null: not limited by scopes. */
  scopes: ReadonlySet<Scope> | null
  /** Of an access token: the install it belongs to and whom it acts as. */
  install: { id: number; actor: ActorMode } | null
  /** What requests are counted against, such as `key:7`. */
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
  credential: null,
}

/**
 * Whether the caller sees and does what the team does: private boards, internal comments, pending posts. An API key
 * alone is the organization; beside a JWT the person counts, so that a customer stays one (contract chapters 1 and 3).
 */
export function hasTeamView(caller: Caller): boolean {
  return (
    caller.authority === 'app' ||
    caller.role !== null ||
    (caller.authority === 'key' && !caller.authenticated)
  )
}

/** Whether the caller is a proven team member, as the routes marked T in the contract need. */
export function isTeamMember(caller: Caller): boolean {
  return caller.authority === 'app' || (caller.authenticated && caller.role !== null)
}

/** Whether the caller is a proven admin of the organization; an app never is. */
export function isAdmin(caller: Caller): boolean {
  return caller.authority !== 'app' && caller.authenticated && caller.role === 'admin'
}
