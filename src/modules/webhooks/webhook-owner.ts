import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import type { PortalAddress } from '../../auth/portal-base.ts'

/**
 * Returns the caller for the document of a webhook of the organization. It is the organization with the
 * permissions of an admin, so that it does not depend on the person who created the webhook.
 */
export function asOrganization(
  organizationId: number,
  portal: PortalAddress | null,
  createdById: number | null = null,
): Caller {
  return {
    ...ANONYMOUS,
    authority: 'key',
    organizationId,
    portal,
    actorId: createdById,
    role: 'admin',
    authenticated: true,
  }
}
