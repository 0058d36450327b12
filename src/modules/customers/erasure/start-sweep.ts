import { lockEncryptionKeys } from '../../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Transaction } from '../../../db/database.ts'
import { reserveId } from '../../../db/writes/reserve-ids.ts'
import { databaseNow } from '../../../db/time.ts'
import { encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'
import type { PersonWords } from './words-of-person.ts'

/**
 * Stores what a worker looks for after the erasure of a person, encrypted, because the log of deliveries may be too
 * long for a request. `sweepErasure` does the work. Returns the id of the erasure.
 */
export async function startSweep(
  tx: Transaction,
  encryption: Keyring,
  organizationId: number,
  { userId, words }: { userId: number; words: PersonWords },
): Promise<number> {
  const keyring = await lockEncryptionKeys(tx, encryption)
  const id = await reserveId(tx, 'erasures')
  const location = sealedLocation('erasures.words_ciphertext', organizationId, id)
  await tx
    .insertInto('erasures')
    .values({
      organizationId,
      id,
      userId,
      wordsCiphertext: encrypt(keyring, JSON.stringify(words), location),
      dueAt: databaseNow,
      createdAt: databaseNow,
    })
    .execute()
  return id
}
