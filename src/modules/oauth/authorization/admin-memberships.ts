import type { Caller } from '../../../auth/caller.ts'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../lib/errors.ts'

/** Who consents, as far as their credential proves it. */
export type Consenter = Pick<Caller, 'accountId' | 'organizationId' | 'actorId'>

/**
 * A query of the users as which a person is an admin. A session token proves them in every organization of the account;
 * an SSO token only in the one that signed it, whatever e-mail it names (contract chapter 1). Blocked ones do not count.
 */
export function adminMemberships(db: Db, { accountId, organizationId, actorId }: Consenter) {
  const admins = db.selectFrom('users').where('users.role', '=', 'admin').where('users.blocked', '=', false)
  return accountId !== null
    ? admins.where('users.accountId', '=', accountId)
    : admins.where('users.organizationId', '=', organizationId).where('users.id', '=', actorId)
}

/**
 * The id of the admin that the person is in the target organization (specification 5.2).
 * @throws AppError FORBIDDEN, `access_denied`, which does not tell whether the organization exists
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
    throw new AppError('FORBIDDEN', 'You are not an admin of the target organization', {
      fields: { targetOrganizationId: ['is no organization that you are an admin of'] },
      details: { oauth: 'access_denied' },
    })
  return admin.id
}
