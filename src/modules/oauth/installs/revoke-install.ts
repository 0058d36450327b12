import type { Transaction } from '../../../db/database.ts'
import { notFound } from '../../../lib/errors.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import { revokeInstalls, type RevokedInstall } from './revoke-installs.ts'

/**
 * Removes an install for good: its tokens, its webhook and codes that wait for their exchange end with it
 * (specification chapter 3). The app can be installed again by a new consent. `actorId` is who did it.
 * @throws AppError NOT_FOUND, also when it has been removed already
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

/** Remembers a revocation for the target organization, whose person `actorId` is, and for the app's owner. */
export function recordRevocation(
  tx: Transaction,
  install: RevokedInstall,
  actorId: number | null,
): Promise<void> {
  const { organizationId, appOrganizationId, clientId, id: installId } = install
  const act = { organizationId, act: 'install.revoked', actorId, details: { installId } }
  return recordAppAuditEntry(tx, { organizationId: appOrganizationId, clientId }, act)
}
