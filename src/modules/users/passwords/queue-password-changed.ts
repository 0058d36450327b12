import type { Transaction } from '../../../db/database.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { ACCOUNT_MAIL, queueMail } from '../../mail/queue-mail.ts'

/** Queues the mail to the owner of an account whose password has changed. */
export async function queuePasswordChanged(
  tx: Transaction,
  encryption: Keyring,
  { id, email }: { id: number; email: string },
  locale: string,
): Promise<void> {
  const mail = { organizationId: ACCOUNT_MAIL, kind: 'password_changed' as const, email, accountId: id }
  await queueMail(tx, encryption, { ...mail, locale, values: {} })
}
