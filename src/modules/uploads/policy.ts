import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { forbidden, unauthorized } from '../../lib/errors.ts'

/** A caller who may upload, in their organization. */
type Uploader = { organizationId: number; uploaderId: number; asCustomer: boolean }

/**
 * Returns the person of the organization who uploads. Apps, API keys without a person and visitors may not.
 * @throws AppError UNAUTHORIZED without a credential, FORBIDDEN for others and for blocked people
 */
export function uploaderOf(caller: Caller): Uploader {
  const { authority, organizationId, actorId, blocked, authenticated } = caller
  if (authority === 'none') throw unauthorized('Sign in to upload a picture')
  if (organizationId === null) throw forbidden('Name an organization in the header X-Organization')
  if (authority === 'app' || actorId === null || !authenticated) throw forbidden('This requires a user')
  if (blocked) throw forbidden('You have been blocked by the team')
  return { organizationId, uploaderId: actorId, asCustomer: !hasTeamView(caller) }
}
