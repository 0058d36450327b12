import { readInstallOwner } from './of-installs/read-install-owner.ts'
import { asOrganization } from './webhook-owner.ts'
import { createContext, type Context } from '../../graphql/context.ts'

/**
 * Returns the context in which a webhook's document runs: that of the organization, with the view of its
 * admins, or of its install. For an OAuth token it is the token's own, so that a document cannot read more
 * than the token.
 * @throws AppError NOT_FOUND for an install that has ended
 */
export async function ownerContext(context: Context, installId: number | null): Promise<Context> {
  const { caller, organizationId, requestId, address } = context
  if (caller.authority === 'app') return context
  const owner =
    installId === null
      ? asOrganization(organizationId, caller.portal, caller.actorId)
      : await readInstallOwner(context.db, organizationId, installId)
  return createContext(context, owner, { requestId, address })
}
