import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Transaction } from '../../../db/database.ts'
import { countRevision } from '../../../db/history/revisions.ts'
import { nextUpdatedAt } from '../../../db/time.ts'
import { isDuplicate } from '../../../db/transaction.ts'
import { assertUnchanged } from '../../../db/writes/assert-unchanged.ts'
import { encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'
import { alreadyExists, missingParam } from '../../../lib/errors.ts'
import { auditChanges } from '../../audit/audit-changes.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { deleteIdentities } from './delete-identities.ts'
import { lockSignInProvider } from './lock-sign-in-provider.ts'
import type { ProviderFields } from './provider-fields.ts'
import { PROVIDER_COLUMNS, SECRET, type SignInProviderRow } from './sign-in-provider-row.ts'

type Change = { id: number; actorId: number; encryption: Keyring; ifUnchangedSince?: Date | null | undefined }

/**
 * Updates a provider. Another issuer needs the secret again, so that no address receives the secret of another one, and
 * the identities of the former issuer are deleted. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; MISSING_PARAM without the secret for
 * another issuer; ALREADY_EXISTS for the issuer of another provider
 */
export async function updateSignInProvider(
  tx: Transaction,
  organizationId: number,
  { id, actorId, encryption, ifUnchangedSince }: Change,
  { clientSecret, ...fields }: Partial<ProviderFields>,
): Promise<SignInProviderRow> {
  const keyring = await lockEncryptionKeys(tx, encryption)
  const before = await lockSignInProvider(tx, organizationId, id)
  assertUnchanged(before, ifUnchangedSince)
  const isMoved = fields.issuer !== undefined && fields.issuer !== before.issuer
  if (isMoved && clientSecret === undefined) throw missingParam('clientSecret')
  const location = sealedLocation(SECRET, organizationId, id)
  const provider = await tx
    .updateTable('signInProviders')
    .set({
      ...fields,
      ...(clientSecret !== undefined && { clientSecretCiphertext: encrypt(keyring, clientSecret, location) }),
      updatedAt: nextUpdatedAt(),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(PROVIDER_COLUMNS)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyExists('issuer') : error
    })
  if (isMoved) await deleteIdentities(tx, organizationId, before.issuer)
  await countRevision(tx, organizationId)
  const changes = [
    ...auditChanges(before, fields),
    ...(clientSecret === undefined ? [] : [{ field: 'clientSecret' }]),
  ]
  const subject = auditSubject('SignInProvider', id)
  const details = { name: provider.name, changes }
  await recordAuditEntry(tx, { organizationId, act: 'sign_in_provider.updated', actorId, subject, details })
  return provider
}
