import { readInstallOwner } from './of-installs/read-install-owner.ts'
import { asOrganization } from './webhook-owner.ts'
import { createContext, type Context } from '../../graphql/context.ts'

/**
 * The context that a webhook's document runs with: that of the organization, which outlasts whoever made the webhook
 * and sees what its admins see, or of the install that it belongs to. For an OAuth token its own: it gives a document no more than it has itself.
 * @throws AppError NOT_FOUND for an install that has ended
 */
export async function ownerContext(context: Context, installId: number | null): Promise<Context> {
  const { caller, organizationId, requestId, address } = context
  if (caller.authority === 'app') return context
  const owner =
    installId === null
      ? asOrganization(organizationId, caller.portalUrl, caller.actorId)
      : await readInstallOwner(context.db, organizationId, installId)
  return createContext(context, owner, { requestId, address })
}
