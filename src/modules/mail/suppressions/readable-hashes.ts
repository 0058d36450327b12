import type { Keys } from '../../../auth/keys.ts'
import type { Db } from '../../../db/database.ts'
import { UnknownKeyError } from '../../../lib/crypto/encryption.ts'
import { readErasureHashes, type ErasureHashes } from '../../customers/erasure/erasure-hashes.ts'

/**
 * Returns the hashes under which an organization keeps the suppressions of erased people. Null without one, and with a
 * lost key, because that of one organization must not stop the mail of all.
 */
export async function readableHashes(
  db: Db,
  { encryption }: Pick<Keys, 'encryption'>,
  organizationId: number,
): Promise<ErasureHashes | null> {
  try {
    return await readErasureHashes(db, encryption, organizationId)
  } catch (error) {
    if (error instanceof UnknownKeyError) return null
    throw error
  }
}
