import type { Transaction } from '../../../db/database.ts'
import { DEFAULT_QUOTAS, quotaReached } from '../../organizations/quotas.ts'
import { lockOrganizationForShare } from '../../organizations/hold-organization.ts'
import { oauthError, type OAuthErrorValue } from '../errors.ts'

/**
 * Makes sure that an organization may have another install, and keeps others from making one until the transaction ends.
 * @throws AppError with `value` when it has `most` already, 500 by default
 */
export async function assertRoomForInstall(
  tx: Transaction,
  organizationId: number,
  value: OAuthErrorValue,
  most: number = DEFAULT_QUOTAS.installs,
): Promise<void> {
  await lockOrganizationForShare(tx, organizationId)
  const { count } = await tx
    .selectFrom('oauthInstalls')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= most) throw oauthError(value, quotaReached(most, 'installs'))
}
