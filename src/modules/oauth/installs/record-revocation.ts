import type { Transaction } from '../../../db/database.ts'
import { auditSubject } from '../../audit/record-audit-entry.ts'
import { recordAppAuditEntry } from '../record-app-audit-entry.ts'
import type { RevokedInstall } from './revoke-installs.ts'

/**
 * Records a revocation for the target organization, to which the person `actorId` belongs, and for the app's
 * owner.
 */
export function recordRevocation(
  tx: Transaction,
  install: RevokedInstall,
  actorId: number | null,
): Promise<void> {
  const { organizationId, appOrganizationId, clientId, id } = install
  const subject = auditSubject('Install', id)
  const act = { organizationId, act: 'install.revoked', actorId, subject } as const
  return recordAppAuditEntry(tx, { organizationId: appOrganizationId, clientId }, act)
}
