import type { Transaction } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { recordRevocation } from './record-revocation.ts'
import { revokeInstalls, type RevokedInstall } from './revoke-installs.ts'

/**
 * Revokes an install permanently, with its tokens, its webhook and unused codes (contract 5). A new consent
 * can install the app again. `actorId` is the person who revoked it.
 * @throws AppError NOT_FOUND, also if it is already revoked
 */
export async function revokeInstall(
  tx: Transaction,
  organizationId: number,
  installId: number,
  actorId: number | null = null,
): Promise<RevokedInstall> {
  const [install] = await revokeInstalls(tx, { organizationId, installId })
  if (!install) throw notFound('Install')
  await recordRevocation(tx, install, actorId)
  return install
}
