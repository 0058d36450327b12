import type { Transaction } from '../../../db/database.ts'
import { countRevision } from '../../../db/history/revisions.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { deleteIdentities } from './delete-identities.ts'
import { lockSignInProvider } from './lock-sign-in-provider.ts'

/**
 * Removes a provider and the identities of its issuer. Sessions that began with it remain.
 * @throws AppError NOT_FOUND
 */
export async function deleteSignInProvider(
  tx: Transaction,
  organizationId: number,
  { id, actorId }: { id: number; actorId: number },
): Promise<void> {
  const { name, issuer } = await lockSignInProvider(tx, organizationId, id)
  await deleteIdentities(tx, organizationId, issuer)
  await tx
    .deleteFrom('signInProviders')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  await countRevision(tx, organizationId)
  const subject = auditSubject('SignInProvider', id)
  const details = { name }
  await recordAuditEntry(tx, { organizationId, act: 'sign_in_provider.deleted', actorId, subject, details })
}
