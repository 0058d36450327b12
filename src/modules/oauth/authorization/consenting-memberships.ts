import { sql } from 'kysely'
import type { Caller } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import type { ActorMode, OAuthAppKind, TeamRole } from '../../../db/generated/tables.ts'
import { fieldErrors } from '../../../lib/errors.ts'

/** Person who consents, as proven by their credential. */
export type Consenter = Pick<Caller, 'accountId' | 'organizationId' | 'actorId' | 'role'>

/** Kind of the client that asks for consent, and its actor mode. */
type Asking = { kind: OAuthAppKind; actor: ActorMode }

/**
 * Returns a query of the users as which a person may consent. A registered app needs an admin. For a public client
 * the organization decides, and an admin is needed to let it act as itself (contract 5.10). A session token proves the
 * person in every organization whose membership the account has accepted. An SSO token proves them only in the
 * organization that signed it, regardless of its e-mail, and only where the caller has the role (contract 1). Blocked
 * users are excluded.
 */
export function consentingMemberships(
  db: Db,
  { accountId, organizationId, actorId, role }: Consenter,
  { kind, actor }: Asking,
) {
  const isPublic = kind !== 'registered'
  const able = db
    .selectFrom('users')
    .$if(!isPublic, (users) => users.where('users.role', '=', 'admin'))
    .$if(isPublic, (users) => users.where(isPermitted(actor)))
    .where('users.blocked', '=', false)
  const hasRole = isPublic ? role !== null : role === 'admin'
  return accountId !== null
    ? able.where('users.accountId', '=', accountId).where('users.acceptedAt', 'is not', null)
    : able.where('users.organizationId', '=', organizationId).where('users.id', '=', hasRole ? actorId : null)
}

/** SQL condition that the organization of a row of `users` lets that person connect a public client. */
export const isPermitted = (actor: ActorMode) =>
  sql<boolean>`exists (select 1 from organizations where organizations.id = users.organization_id
    and (users.role = 'admin' and agent_access <> 'off'
      or users.role is not null and agent_access = 'team' and ${actor}::text = 'self'))`

/**
 * Returns the user that the person is in the target organization (operation `consent`), with the role.
 * @throws AppError FORBIDDEN with `access_denied`, which does not reveal whether the organization exists
 */
export async function findConsenter(
  db: Db,
  consenter: Consenter,
  targetOrganizationId: number,
  asking: Asking,
): Promise<{ id: number; role: TeamRole | null }> {
  const user = await consentingMemberships(db, consenter, asking)
    .select(['users.id', 'users.role'])
    .where('users.organizationId', '=', targetOrganizationId)
    .executeTakeFirst()
  if (user) return user
  const details = { oauth: 'access_denied' }
  throw asking.kind === 'registered'
    ? fieldErrors(
        'FORBIDDEN',
        { targetOrganizationId: ['is not an organization that you are an admin of'] },
        { details, predicate: 'is an organization of which you are not an admin' },
      )
    : fieldErrors(
        'FORBIDDEN',
        { targetOrganizationId: ['is not an organization that lets you connect agents'] },
        { details },
      )
}
