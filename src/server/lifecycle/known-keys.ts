import { sql } from 'kysely'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { Keys } from '../../auth/keys.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { decrypt } from '../../lib/crypto/encryption.ts'

const WRONG_KEY =
  "SECRET_KEY (or secret.key in DATA_DIR) is not the key that this database's secrets are encrypted under. Start with that " +
  'key, or set SECRET_KEY_PREVIOUS to it if this one is to replace it. If it is lost: `npm run cli -- rotate-key --accept-loss`'

/**
 * Checks that this process has a key of its database. Registers the current key if a former one is
 * registered. Returns the number of other keys that the database may need.
 * @throws Error for the operator when none of the keys is the database's
 */
export async function checkKeys(db: Db, keys: Keys): Promise<{ missing: number }> {
  const existing = await readKnownKeys(db)
  if (!isKnown(existing, currentId(keys))) await inTransaction(db, (tx) => registerKeys(tx, keys))
  return { missing: existing.filter((id) => !ownIds(keys).some((own) => own.equals(id))).length }
}

/** Returns the ids of the keys under which stored secrets may be encrypted. */
export async function readKnownKeys(db: Db): Promise<Buffer[]> {
  return (await db.selectFrom('encryptionKeys').select('id').execute()).map(({ id }) => id)
}

/**
 * Registers the keys in the database. One process at a time changes the registered keys. The lock is held
 * until the transaction ends.
 */
export async function registerKeys(tx: Transaction, keys: Keys): Promise<void> {
  await holdKnownKeys(tx)
  const existing = await readKnownKeys(tx)
  if (existing.length === 0) {
    await assertReadsFirst(tx, keys)
    return learn(tx, ownIds(keys))
  }
  if (!ownIds(keys).some((id) => isKnown(existing, id))) throw new Error(WRONG_KEY)
  await learn(tx, [currentId(keys)])
}

/**
 * Registers the current key and unregisters all others. Waits for the transactions that store secrets under
 * them.
 */
export async function forgetOtherKeys(tx: Transaction, keys: Keys): Promise<void> {
  await holdKnownKeys(tx)
  await learn(tx, [currentId(keys)])
  await tx.deleteFrom('encryptionKeys').where('id', '<>', currentId(keys)).execute()
}

/** Registers those of the keys again that this process does not have. */
export async function restoreOtherKeys(tx: Transaction, keys: Keys, ids: readonly Buffer[]): Promise<void> {
  const others = ids.filter((id) => !isKnown(ownIds(keys), id))
  if (others.length > 0) await learn(tx, others)
}

/** Locks the registered keys until the transaction ends. */
export async function holdKnownKeys(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('encryption keys', 0))`.execute(tx)
}

const ownIds = ({ encryption }: Keys) => encryption.keys.map(({ id }) => id)
const currentId = ({ encryption }: Keys) => encryption.keys[0].id
const isKnown = (existing: readonly Buffer[], id: Buffer) => existing.some((one) => one.equals(id))

async function learn(tx: Transaction, ids: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('encryptionKeys')
    .values(ids.map((id) => ({ id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Checks the keys against a secret, because a database without registered keys may have older secrets. */
async function assertReadsFirst(tx: Transaction, { encryption }: Keys): Promise<void> {
  const first = await tx
    .selectFrom('organizations')
    .select(['id', 'ssoKeyCiphertext'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) return
  try {
    decrypt(
      encryption,
      first.ssoKeyCiphertext,
      sealedLocation('organizations.sso_key_ciphertext', first.id, first.id),
    )
  } catch (error) {
    throw new Error(WRONG_KEY, { cause: error })
  }
}
