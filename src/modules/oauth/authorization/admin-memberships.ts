import type { Caller } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import { fieldErrors } from '../../../lib/errors.ts'

/** Person who consents, as proven by their credential. */
export type Consenter = Pick<Caller, 'accountId' | 'organizationId' | 'actorId' | 'role'>

/**
 * Returns a query of the users as which a person is an admin. A session token proves them in every organization whose
 * membership the account has accepted. An SSO token proves them only in the organization that signed it, regardless of
 * its e-mail, and only where the caller has the role (contract 1). Blocked users are excluded.
 */
export function adminMemberships(db: Db, { accountId, organizationId, actorId, role }: Consenter) {
  const admins = db.selectFrom('users').where('users.role', '=', 'admin').where('users.blocked', '=', false)
  return accountId !== null
    ? admins.where('users.accountId', '=', accountId).where('users.acceptedAt', 'is not', null)
    : admins
        .where('users.organizationId', '=', organizationId)
        .where('users.id', '=', role === 'admin' ? actorId : null)
}

/**
 * Returns the id of the admin that the person is in the target organization (operation `consent`).
 * @throws AppError FORBIDDEN with `access_denied`, which does not reveal whether the organization exists
 */
export async function findConsentingAdmin(
  db: Db,
  consenter: Consenter,
  targetOrganizationId: number,
): Promise<number> {
  const admin = await adminMemberships(db, consenter)
    .select('users.id')
    .where('users.organizationId', '=', targetOrganizationId)
    .executeTakeFirst()
  if (!admin)
    throw fieldErrors(
      'FORBIDDEN',
      { targetOrganizationId: ['is not an organization that you are an admin of'] },
      { details: { oauth: 'access_denied' }, predicate: 'is an organization of which you are not an admin' },
    )
  return admin.id
}
