import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import { AppError } from '../../lib/errors.ts'

/** How long a response is stored, in seconds (contract 2). */
const LIFETIME = 24 * 60 * 60
/** Seconds after which a request may be repeated whose key is in use. */
const RETRY_AFTER = 1

/** An encrypted response, with the SHA-256 of the request that it answers. */
type StoredResponse = { fingerprint: Buffer; response: Buffer }

/** Returns the id of the row of a credential's key. */
export function responseId(credential: string, key: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([credential, key]))
    .digest()
}

/**
 * Returns the unexpired response of a key. Without one, reserves the key until the transaction ends. The lock is that
 * of the transaction, so it ends with a killed process too.
 * @throws AppError CONFLICT while another transaction has reserved the key
 */
export async function findResponseOrReserve(
  tx: Transaction,
  id: Buffer,
): Promise<StoredResponse | undefined> {
  const { rows } = await sql<{
    isReserved: boolean
  }>`select pg_try_advisory_xact_lock(${String(id.readBigInt64BE())}::bigint) as is_reserved`.execute(tx)
  // A separate statement, which sees what the former holder of the lock has committed.
  const stored = await findStoredResponse(tx, id)
  if (stored || rows[0]?.isReserved) return stored
  throw new AppError('CONFLICT', 'A request with this Idempotency-Key is still running', {
    retryAfter: RETRY_AFTER,
  })
}

/** Returns the unexpired response of a key, without a reservation. */
export function findStoredResponse(db: Db, id: Buffer): Promise<StoredResponse | undefined> {
  return db
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'response'])
    .where('id', '=', id)
    .where('expiresAt', '>', databaseNow)
    .executeTakeFirst()
}

/** Stores the response of a key that the transaction has reserved, for 24 hours. Replaces an expired one. */
export async function storeResponse(tx: Transaction, id: Buffer, stored: StoredResponse): Promise<void> {
  const columns = { ...stored, expiresAt: databaseNowPlus(LIFETIME) }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotencyKeys')
    .values({ id, ...columns })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(columns).where('idempotencyKeys.expiresAt', '<=', databaseNow),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new Error('an idempotency key was stored by another transaction')
}
