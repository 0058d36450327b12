import type { Transaction } from '../../db/database.ts'
import { databaseNowPlus } from '../../db/time.ts'
import { sha256 } from '../../lib/crypto/secret.ts'

const NOTHING = Buffer.alloc(0)

/**
 * Records the use of a token, of which only the hash is stored, in the rows of idempotency keys. Returns whether it is
 * the first use in the next `seconds`. A concurrent use waits for the transaction, and is the first one if that fails.
 */
export async function useOnce(tx: Transaction, token: string, seconds: number): Promise<boolean> {
  const used = await tx
    .insertInto('idempotencyKeys')
    .values({
      id: sha256(token),
      fingerprint: NOTHING,
      response: NOTHING,
      expiresAt: databaseNowPlus(seconds),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}
