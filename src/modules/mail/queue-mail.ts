import { lockEncryptionKeys } from '../../auth/lock-encryption-keys.ts'
import { sealedLocation } from '../../auth/sealed-columns.ts'
import type { Transaction } from '../../db/database.ts'
import type { MailKind } from '../../db/generated/tables.ts'
import { notify } from '../../db/history/notifications.ts'
import { databaseNow } from '../../db/time.ts'
import { afterCommit } from '../../db/transaction.ts'
import { reserveId } from '../../db/writes/reserve-ids.ts'
import { encrypt, type Keyring } from '../../lib/crypto/encryption.ts'

/** Organization of mails to accounts, which belong to none. */
export const ACCOUNT_MAIL = 0

type NewMail = {
  /** The organization in whose name it is sent, or `ACCOUNT_MAIL`. */
  organizationId: number
  kind: MailKind
  /** Normalized address of the recipient. */
  email: string
  userId?: number | null
  accountId?: number | null
  /** Language of its texts. */
  locale: string
  /** Values of its texts, such as a code or a link. They are encrypted, and deleted when it is sent. */
  values: Readonly<Record<string, string>>
  /** Reason for which it is stored as skipped, without its values. Null: a worker sends it. */
  skipped?: string | null
}

/**
 * Queues a mail in the transaction of its cause: a rollback sends nothing, and a commit loses nothing. A worker is
 * notified after the commit. Returns its id.
 */
export async function queueMail(tx: Transaction, encryption: Keyring, mail: NewMail): Promise<number> {
  const { organizationId, values, userId = null, accountId = null, skipped = null, ...rest } = mail
  const id = await reserveId(tx, 'mails')
  const keyring = await lockEncryptionKeys(tx, encryption)
  const location = sealedLocation('mails.content_ciphertext', organizationId, id)
  const content = encrypt(keyring, JSON.stringify(values), location)
  await tx
    .insertInto('mails')
    .values({
      ...rest,
      ...{ organizationId, id, userId, accountId },
      ...{ state: skipped === null ? 'queued' : 'skipped', reason: skipped },
      dueAt: databaseNow,
      createdAt: databaseNow,
      contentCiphertext: skipped === null ? content : null,
    })
    .execute()
  afterCommit(tx, (db) => notify(db, 'mails'))
  return id
}
