import { sql } from 'kysely'
import type { ActorMode, AgentAccess, OAuthAppKind, TeamRole } from '../db/generated/tables.ts'
import { ANONYMOUS, type Caller } from './caller.ts'
import { portalOf, type PortalAddress } from './portal-base.ts'
import { SCOPES, type Scope } from './scopes.ts'

/** Columns that determine what an install may do now: its own, and those of its app, user and organization. */
export type InstallColumns = PortalAddress & {
  installId: number
  actor: ActorMode
  /** The user of `self`, the bot user of `app`. */
  userId: number
  installScopes: string[]
  revokedAt: Date | null
  declaredScopes: string[]
  suspendedAt: Date | null
  kind: OAuthAppKind
  agentAccess: AgentAccess
  role: TeamRole | null
  blocked: boolean
}

/** SQL of each column, with the aliases of `installJoins`. */
export const INSTALL_COLUMNS: Readonly<Record<keyof InstallColumns, string>> = {
  installId: 'install.id',
  actor: 'install.actor',
  userId: 'install.user_id',
  installScopes: 'install.scopes',
  revokedAt: 'install.revoked_at',
  declaredScopes: 'app.declared_scopes',
  suspendedAt: 'app.suspended_at',
  kind: 'app.kind',
  agentAccess: 'organization.agent_access',
  role: 'person.role',
  blocked: 'person.blocked',
  slug: 'organization.slug',
  portalUrl: 'organization.portal_url',
}

/** SQL list that selects the columns under their names. */
export const SELECTED_INSTALL_COLUMNS = sql.raw(
  Object.entries(INSTALL_COLUMNS)
    .map(([name, column]) => `${column} as "${name}"`)
    .join(', '),
)

/** SQL list of the columns, for a fingerprint that changes with each of them. */
export const INSTALL_STATE = sql.raw(Object.values(INSTALL_COLUMNS).join(', '))

/**
 * SQL joins of an `install` to its `app`, its `person` and, by the row `owner`, to the `organization`. A left
 * join also returns rows without an install.
 */
export const installJoins = (owner: string, kind: 'join' | 'left join' = 'join') =>
  sql.raw(`${kind} oauth_installs install on install.organization_id = ${owner}.organization_id and install.id = ${owner}.install_id
    ${kind} oauth_apps app on app.organization_id = install.app_organization_id and app.id = install.app_id
    ${kind} users person on person.organization_id = install.organization_id and person.id = install.user_id
    join organizations organization on organization.id = ${owner}.organization_id`)

/**
 * SQL condition that an install may act: it is not revoked, its app is not suspended, and the person of
 * `self` still belongs to the team. For a public client the organization permits the person, or the app as itself.
 */
export const IS_INSTALL_VALID = sql<boolean>`(install.revoked_at is null and app.suspended_at is null
  and (install.actor = 'app' or person.role is not null)
  and (app.kind = 'registered' or organization.agent_access = 'team'
    or (organization.agent_access = 'admins' and (install.actor = 'app' or person.role = 'admin'))))`

/** Returns the scopes in all lists. For `self`, only an admin's install has scopes other than `:read`. */
export function effectiveScopes(
  lists: string[][],
  { actor, role }: Pick<InstallColumns, 'actor' | 'role'>,
): ReadonlySet<Scope> {
  const allowed = (Object.keys(SCOPES) as Scope[]).filter(
    (scope) =>
      lists.every((list) => list.includes(scope)) &&
      (actor === 'app' || role === 'admin' || scope.endsWith(':read')),
  )
  return new Set(allowed)
}

/** Authority of a valid install, possibly limited by a token. */
export type InstallAuthority = Pick<
  InstallColumns,
  'installId' | 'actor' | 'userId' | 'declaredScopes' | 'role' | 'blocked' | keyof PortalAddress
> & { organizationId: number; scopes: ReadonlySet<Scope> }

/** Returns the caller that acts with the authority of an install. */
export function callerOfInstall(authority: InstallAuthority): Caller {
  const { organizationId, installId, actor, userId, declaredScopes, role, blocked, scopes } = authority
  return {
    ...ANONYMOUS,
    authority: 'app',
    organizationId,
    portal: portalOf(authority),
    actorId: userId,
    role,
    authenticated: true,
    blocked,
    scopes,
    install: { id: installId, actor, declaredScopes },
  }
}
