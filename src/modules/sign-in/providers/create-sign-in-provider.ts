import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import { quotaReached } from '../../../auth/quotas.ts'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Transaction } from '../../../db/database.ts'
import { countRevision } from '../../../db/history/revisions.ts'
import { isDuplicate } from '../../../db/transaction.ts'
import { reserveId } from '../../../db/writes/reserve-ids.ts'
import { encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'
import { alreadyExists, AppError } from '../../../lib/errors.ts'
import { auditSubject, recordAuditEntry } from '../../audit/record-audit-entry.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { ProviderFields } from './provider-fields.ts'
import { PROVIDER_COLUMNS, SECRET, type SignInProviderRow } from './sign-in-provider-row.ts'

/** Maximum number of providers of an organization. */
const MAX_PROVIDERS = 5

/**
 * Adds an OpenID provider with which people sign in to an organization. Returns its row.
 * @throws AppError ALREADY_EXISTS for the issuer of another provider; UNPROCESSABLE beyond five
 */
export async function createSignInProvider(
  tx: Transaction,
  organizationId: number,
  { actorId, encryption }: { actorId: number; encryption: Keyring },
  { clientSecret, ...fields }: ProviderFields,
): Promise<SignInProviderRow> {
  const keyring = await lockEncryptionKeys(tx, encryption)
  await assertRoom(tx, organizationId)
  const id = await reserveId(tx, 'sign_in_providers')
  const location = sealedLocation(SECRET, organizationId, id)
  const provider = await tx
    .insertInto('signInProviders')
    .values({
      organizationId,
      id,
      ...fields,
      clientSecretCiphertext: encrypt(keyring, clientSecret, location),
    })
    .returning(PROVIDER_COLUMNS)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyExists('issuer') : error
    })
  await countRevision(tx, organizationId)
  const subject = auditSubject('SignInProvider', id)
  const details = { name: provider.name }
  await recordAuditEntry(tx, { organizationId, act: 'sign_in_provider.created', actorId, subject, details })
  return provider
}

async function assertRoom(tx: Transaction, organizationId: number): Promise<void> {
  await lockOrganization(tx, organizationId)
  const { count } = await tx
    .selectFrom('signInProviders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_PROVIDERS)
    throw new AppError('UNPROCESSABLE', quotaReached(MAX_PROVIDERS, 'providers'))
}
