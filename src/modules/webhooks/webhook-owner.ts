import { effectiveScopes } from '../../auth/access-token.ts'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import type { ActorMode, TeamRole } from '../../db/generated/tables.ts'

/**
 * Whom the document of an organization's own webhook runs as: the organization, which outlasts whoever made the webhook
 * and sees what its admins see.
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

/** What an install may do at a moment, as its own row, its app's and its person's say. */
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

/** Whom the document of an install's webhook runs as: the install, with the scopes that it has in all places at once. */
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
