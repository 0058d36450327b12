import { effectiveScopes } from '../../auth/access-token.ts'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import type { ActorMode, TeamRole } from '../../db/generated/tables.ts'

/**
 * Returns the caller for the document of a webhook of the organization. It is the organization with the
 * permissions of an admin, so that it does not depend on the person who created the webhook.
 */
export function asOrganization(
  organizationId: number,
  portalUrl: string | null,
  createdById: number | null = null,
): Caller {
  return {
    ...ANONYMOUS,
    authority: 'key',
    organizationId,
    portalUrl,
    actorId: createdById,
    role: 'admin',
    authenticated: true,
  }
}

/** Rows that determine the current permissions of an install: its own, its app's and its person's. */
export type InstallFacts = {
  organizationId: number
  portalUrl: string | null
  installId: number
  actor: ActorMode
  userId: number | null
  role: TeamRole | null
  blocked: boolean
  installScopes: string[]
  declaredScopes: string[]
}

/** Returns the caller for the document of an install's webhook: the install with its effective scopes. */
export function asInstall(facts: InstallFacts): Caller {
  const { organizationId, portalUrl, installId, actor, userId, role, blocked } = facts
  return {
    ...ANONYMOUS,
    authority: 'app',
    organizationId,
    portalUrl,
    actorId: userId,
    role,
    authenticated: true,
    blocked,
    scopes: effectiveScopes([facts.installScopes, facts.declaredScopes], { actor, role }),
    install: { id: installId, actor },
  }
}
