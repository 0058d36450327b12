import type { Caller } from '../../auth/caller.ts'
import type { Db } from '../../db/database.ts'
import { assertAccess, permits, type Access } from '../../graphql/access/access.ts'
import { findUser } from './find-user.ts'

type Source = { db: Db; organizationId: number; caller: Caller }

/**
 * Checks that the caller may act for the person with an e-mail: with `access` for everyone, otherwise for
 * themselves only.
 * @throws AppError as `assertAccess`; MISSING_PARAM without an e-mail, INVALID_PARAM for an invalid one
 */
export async function assertActsFor(
  { db, organizationId, caller }: Source,
  email: string,
  access: Access,
): Promise<void> {
  if (permits(caller, access)) return
  const isSelf =
    caller.authenticated &&
    caller.actorId !== null &&
    (await findUser(db, organizationId, email)) === caller.actorId
  if (!isSelf) assertAccess(caller, access)
}
