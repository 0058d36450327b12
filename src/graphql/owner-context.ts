import { ANONYMOUS, type Caller } from '../auth/caller.ts'
import { readInstallOwner } from '../modules/webhooks/read-install-owner.ts'
import { createContext, type Context } from './context.ts'

/**
 * The context that a webhook's document runs with: that of the organization, which outlasts whoever made the webhook
 * and sees what its admins see, or of the install that it belongs to. For an OAuth token its own: it gives a document no more than it has itself.
 * @throws AppError NOT_FOUND for an install that has ended
 */
export async function ownerContext(context: Context, installId: number | null): Promise<Context> {
  const { caller, organizationId, requestId, address } = context
  if (caller.authority === 'app') return context
  const owner: Caller =
    installId === null
      ? {
          ...ANONYMOUS,
          authority: 'key',
          organizationId,
          portalUrl: caller.portalUrl,
          actorId: caller.actorId,
          role: 'admin',
          identified: true,
        }
      : await readInstallOwner(context.db, organizationId, installId)
  return createContext(context, owner, { requestId, address })
}
