import { ANONYMOUS, type Caller } from '../../auth/caller.ts'

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
