import { randomBytes } from 'node:crypto'
import type { Keys, SecretKeySource } from '../auth/keys.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { forgetOtherKeys, holdKnownKeys, readKnownKeys, registerKeys } from './known-keys.ts'
import { countSealed, rewriteSealed } from './sealed-rows.ts'
import { writeSecretKeys } from './secret-key.ts'

export type KeyRotation = {
  /** Whether a new key was made, which is so for a generated one unless an earlier rotation was not finished. */
  keyMade: boolean
  /** Secrets that this run has encrypted under the current key. */
  rewritten: number
  /** All stored secrets. */
  secrets: number
  /** Those that no key of this process decrypts. */
  unreadable: number
  /** Whether the key before is still accepted for session tokens. */
  previousKept: boolean
}

export type RotationOptions = {
  db: Db
  keys: Keys
  /** The generated key, which is replaced here; null when the operator has set SECRET_KEY. */
  generated: { source: SecretKeySource; dataDir: string } | null
  /** Ends the session tokens that the generated key before has signed. */
  dropPrevious?: boolean
  /** Goes on although some secrets cannot be decrypted by any key: each must be replaced by its owner. */
  acceptLoss?: boolean
}

/**
 * Encrypts all stored secrets under the current key; a generated key is replaced first. What is interrupted is finished by
 * the next run. Servers may run: those that share `DATA_DIR` notice the new key, all others must have both.
 */
export async function rotateKey(options: RotationOptions): Promise<KeyRotation> {
  const { db, keys, generated, dropPrevious = false, acceptLoss = false } = options
  if (acceptLoss) await inTransaction(db, (tx) => forgetOtherKeys(tx, keys))
  const keyMade = generated !== null && !acceptLoss && (await replaceGenerated(db, keys, generated))
  keys.encryption.refresh()
  const { rewritten, unreadable } = await rewriteAll(db, keys)
  const { all } = await countSealed(db, keys.encryption)
  if (unreadable === 0) await inTransaction(db, (tx) => forgetOtherKeys(tx, keys))
  if (generated && dropPrevious && unreadable === 0) {
    const [current] = generated.source.read()
    writeSecretKeys(generated.dataDir, [current])
    keys.encryption.refresh()
  }
  return { keyMade, rewritten, secrets: all, unreadable, previousKept: keys.encryption.keys.length > 1 }
}

/** Rewrites until nothing is left, since a server may have stored something under the key before meanwhile. */
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
 * Puts a new key before the generated one, first into the file, so that no process ever meets a secret whose key is
 * nowhere. False when an earlier rotation has made one and was not finished.
 */
async function replaceGenerated(
  db: Db,
  keys: Keys,
  { source, dataDir }: { source: SecretKeySource; dataDir: string },
): Promise<boolean> {
  // The key before the last one goes now: nothing may be left under it.
  if (source.read().length > 1) await rewriteAll(db, keys)
  return inTransaction(db, async (tx) => {
    await holdKnownKeys(tx)
    const [current, previous] = source.read()
    keys.encryption.refresh()
    const known = await readKnownKeys(tx)
    const before = keys.encryption.keys[1]
    if (previous && before && known.some((id) => id.equals(before.id))) return false
    writeSecretKeys(dataDir, [randomBytes(32), current])
    keys.encryption.refresh()
    await registerKeys(tx, keys)
    return true
  })
}
