import type { Transaction } from '../../../db/database.ts'
import { DEFAULT_QUOTAS, quotaReached } from '../../../auth/quotas.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import { oauthError, type OAuthErrorValue } from '../errors.ts'

/**
 * Throws unless an organization may have another install. Locks the organization, so that no other install is
 * created until the transaction ends.
 * @throws AppError with `value` if it already has `most` installs, 500 by default
 */
export async function assertRoomForInstall(
  tx: Transaction,
  organizationId: number,
  value: OAuthErrorValue,
  most: number = DEFAULT_QUOTAS.installs,
): Promise<void> {
  await lockOrganization(tx, organizationId)
  const { count } = await tx
    .selectFrom('oauthInstalls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= most) throw oauthError(value, quotaReached(most, 'installs'))
}
