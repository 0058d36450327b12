import { randomBytes } from 'node:crypto'
import type { Keys, SecretKeySource } from '../../auth/keys.ts'
import type { Db, Transaction } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import {
  forgetOtherKeys,
  holdKnownKeys,
  readKnownKeys,
  registerKeys,
  restoreOtherKeys,
} from './known-keys.ts'
import { dropLostErasures } from './drop-lost-erasures.ts'
import { clearExpired, countSealed, rewriteSealed } from './sealed-rows.ts'
import { writeSecretKeys } from './secret-key.ts'

export type KeyRotation = {
  /**
   * Whether a new key was generated. False for an operator's key, or when an earlier rotation was not
   * finished.
   */
  keyMade: boolean
  /** Number of secrets that this run encrypted under the current key. */
  rewritten: number
  /** Number of all stored secrets. */
  secrets: number
  /** Number of secrets that no key of this process decrypts. */
  unreadable: number
  /** Whether the previous key is still accepted for session tokens. */
  previousKept: boolean
}

/** A key that the service has generated, and the directory of its file. */
type GeneratedKey = { source: SecretKeySource; dataDir: string }

type RotationOptions = {
  db: Db
  keys: Keys
  /** The generated key, which is replaced. Null when the operator has set SECRET_KEY. */
  generated: GeneratedKey | null
  /** Invalidates the session tokens signed with the previous generated key. */
  dropPrevious?: boolean
  /** Continues although no key decrypts some secrets, whose owners must replace them. */
  acceptLoss?: boolean
}

/**
 * Encrypts all stored secrets under the current key. Replaces a generated key first. The next run finishes an
 * interrupted one. Servers may run. Those that share `DATA_DIR` load the new key. All others must have both
 * keys.
 */
export async function rotateKey(options: RotationOptions): Promise<KeyRotation> {
  const { db, keys, generated, dropPrevious = false, acceptLoss = false } = options
  if (acceptLoss)
    await inTransaction(db, async (tx) => {
      await forgetOtherKeys(tx, keys)
      await dropLostErasures(tx, keys.encryption)
    })
  await clearExpired(db)
  // Finishes an earlier rotation first.
  let done = await rewriteAll(db, keys)
  const keyMade =
    generated !== null && !acceptLoss && (await replaceGenerated(db, keys, generated, done.unreadable))
  if (keyMade) {
    const { rewritten, unreadable } = await rewriteAll(db, keys)
    done = { rewritten: done.rewritten + rewritten, unreadable }
  }
  const { rewritten, unreadable, secrets } = await inTransaction(db, (tx) => forgetUnusedKeys(tx, keys))
  if (generated && dropPrevious) await inTransaction(db, (tx) => dropForgottenKeys(tx, keys, generated))
  done = { rewritten: done.rewritten + rewritten, unreadable }
  return { keyMade, ...done, secrets, previousKept: keys.encryption.keys.length > 1 }
}

/**
 * Unregisters all keys but the current one, then rewrites the secrets stored under them during the rotation.
 * From then on, `lockEncryptionKeys` lets no process store secrets under them. While some secrets are
 * unreadable, the keys of other processes stay registered, because those secrets may be encrypted under them.
 */
async function forgetUnusedKeys(
  tx: Transaction,
  keys: Keys,
): Promise<{ rewritten: number; unreadable: number; secrets: number }> {
  await holdKnownKeys(tx)
  keys.encryption.refresh()
  const existing = await readKnownKeys(tx)
  await forgetOtherKeys(tx, keys)
  const done = await rewriteSealed(tx, keys.encryption)
  if (done.unreadable > 0) await restoreOtherKeys(tx, keys, existing)
  const { all } = await countSealed(tx, keys.encryption)
  return { ...done, secrets: all }
}

/**
 * Removes the unregistered keys from the file. They must have been unregistered in an earlier transaction.
 */
async function dropForgottenKeys(
  tx: Transaction,
  keys: Keys,
  { source, dataDir }: GeneratedKey,
): Promise<void> {
  await holdKnownKeys(tx)
  keys.encryption.refresh()
  const existing = await readKnownKeys(tx)
  const [current, ...before] = source.read()
  const ids = keys.encryption.keys.slice(1).map(({ id }) => id)
  const kept = before.filter((_, index) => existing.some((id) => ids[index]?.equals(id)))
  writeSecretKeys(dataDir, [current, ...kept])
  keys.encryption.refresh()
}

/** Repeats until nothing is rewritten, because a server may have stored a secret under the previous key. */
async function rewriteAll(db: Db, { encryption }: Keys): Promise<{ rewritten: number; unreadable: number }> {
  const done = { rewritten: 0, unreadable: 0 }
  for (;;) {
    const { rewritten, unreadable } = await rewriteSealed(db, encryption)
    done.rewritten += rewritten
    done.unreadable = unreadable
    if (rewritten === 0) return done
  }
}

/**
 * Adds a new key before the generated one. The file is written first, so that a process can read every
 * secret's key. Returns false when an earlier rotation has generated one and was not finished.
 */
async function replaceGenerated(
  db: Db,
  keys: Keys,
  { source, dataDir }: GeneratedKey,
  unreadable: number,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await holdKnownKeys(tx)
    keys.encryption.refresh()
    const existing = await readKnownKeys(tx)
    const [, ...idsBefore] = keys.encryption.keys.map(({ id }) => id)
    if (idsBefore.some((id) => existing.some((one) => one.equals(id)))) return false
    const [current, ...before] = source.read()
    const { all, current: done } = await countSealed(tx, keys.encryption)
    writeSecretKeys(dataDir, [randomBytes(32), current, ...(done + unreadable < all ? before : [])])
    keys.encryption.refresh()
    await registerKeys(tx, keys)
    return true
  })
}
